/* A bounded list of impacts: see impact_list.h. */
#include "detect/impact_list.h"

#include "base/real.h"
#include "base/sort.h"

/* Words of the order after the time. */
#define ORDER_WORDS 5u

static uint32_t order_word(const hem_impact *impact, uint32_t word)
{
    return word == 0 ? impact->kind : impact->vertex[word - 1u];
}

static uint32_t time_key(const hem_impact *impact)
{
    return hem_float_key(impact->time);
}

bool hem_impact_comes_before(const hem_impact *a, const hem_impact *b)
{
    uint32_t key_a = time_key(a), key_b = time_key(b);
    for (uint32_t word = 0; key_a == key_b && word < ORDER_WORDS; word++) {
        key_a = order_word(a, word);
        key_b = order_word(b, word);
    }
    return key_a < key_b;
}

/* Once the list is full, keys[i].second name impacts as a heap with the last one on top. */
static bool is_before(const hem_impact_list *list, hem_pair a, hem_pair b)
{
    return hem_impact_comes_before(&list->impacts[a.second], &list->impacts[b.second]);
}

static void sink(const hem_impact_list *list, uint32_t place, hem_pair key)
{
    for (;;) {
        uint32_t child = 2u * place + 1u;
        if (child >= list->kept) {
            break;
        }
        if (child + 1u < list->kept && is_before(list, list->keys[child], list->keys[child + 1u])) {
            child++;
        }
        if (!is_before(list, key, list->keys[child])) {
            break;
        }
        list->keys[place] = list->keys[child];
        place = child;
    }
    list->keys[place] = key;
}

static void make_heap(const hem_impact_list *list)
{
    for (uint32_t i = 0; i < list->kept; i++) {
        list->keys[i] = (hem_pair){0, i};
    }
    for (uint32_t place = list->kept / 2u; place-- > 0;) {
        sink(list, place, list->keys[place]);
    }
}

void hem_impact_list_add(hem_impact_list *list, const hem_impact *impact)
{
    list->count += list->count < UINT32_MAX;
    if (list->kept < list->room) {
        list->impacts[list->kept++] = *impact;
        if (list->kept == list->room) {
            make_heap(list);
        }
    } else if (list->room > 0 &&
               hem_impact_comes_before(impact, &list->impacts[list->keys[0].second])) {
        list->impacts[list->keys[0].second] = *impact;
        sink(list, 0, list->keys[0]);
    }
}

/* Do two agree in their time and in their first words? */
static bool agree(const hem_impact *a, const hem_impact *b, uint32_t words)
{
    bool same = time_key(a) == time_key(b);
    for (uint32_t word = 0; same && word < words; word++) {
        same = order_word(a, word) == order_word(b, word);
    }
    return same;
}

/* What agrees in its first words, by one word more. */
static void sort_runs(const hem_impact_list *list, uint32_t words)
{
    hem_pair *keys = list->keys;
    uint32_t end;
    for (uint32_t begin = 0; begin < list->kept; begin = end) {
        const hem_impact *first = &list->impacts[keys[begin].second];
        end = begin + 1u;
        while (end < list->kept && agree(first, &list->impacts[keys[end].second], words)) {
            end++;
        }
        if (end - begin > 1u) {
            for (uint32_t i = begin; i < end; i++) {
                keys[i].first = order_word(&list->impacts[keys[i].second], words);
            }
            hem_sort(keys + begin, end - begin);
        }
    }
}

/* Moves every impact to its place, along the cycles of the order. */
static void move_all(const hem_impact_list *list)
{
    hem_pair *keys = list->keys;
    for (uint32_t i = 0; i < list->kept; i++) {
        if (keys[i].second == i) {
            continue;
        }
        hem_impact first = list->impacts[i];
        uint32_t place = i;
        while (keys[place].second != i) {
            uint32_t from = keys[place].second;
            list->impacts[place] = list->impacts[from];
            keys[place].second = place;
            place = from;
        }
        list->impacts[place] = first;
        keys[place].second = place;
    }
}

void hem_impact_list_finish(hem_impact_list *list)
{
    for (uint32_t i = 0; i < list->kept; i++) {
        list->keys[i] = (hem_pair){time_key(&list->impacts[i]), i};
    }
    hem_sort(list->keys, list->kept);
    for (uint32_t words = 0; words < ORDER_WORDS; words++) {
        sort_runs(list, words);
    }
    move_all(list);
}
