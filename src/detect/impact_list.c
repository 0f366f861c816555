/* A bounded list of contacts: see impact_list.h. */
#include "detect/impact_list.h"

#include "base/real.h"
#include "base/sort.h"

/* Words of the order after the predicted distance. */
#define ORDER_WORDS 5u

static uint32_t order_word(const hem_small_impact *impact, uint32_t word)
{
    return word == 0 ? impact->kind : impact->vertex[word - 1u];
}

/* Does the first come before the second, with these predicted distances? */
static bool comes_before(uint32_t key_a, const hem_small_impact *a, uint32_t key_b,
                         const hem_small_impact *b)
{
    for (uint32_t word = 0; key_a == key_b && word < ORDER_WORDS; word++) {
        key_a = order_word(a, word);
        key_b = order_word(b, word);
    }
    return key_a < key_b;
}

static bool is_before(const hem_impact_list *list, hem_pair a, hem_pair b)
{
    return comes_before(a.first, &list->impacts[a.second], b.first, &list->impacts[b.second]);
}

/* Lets a key sink to its place among `count` keys that are a heap with the last one on top. */
static void sink(const hem_impact_list *list, hem_pair *keys, uint32_t count, uint32_t place,
                 hem_pair key)
{
    for (;;) {
        uint32_t child = 2u * place + 1u;
        if (child >= count) {
            break;
        }
        if (child + 1u < count && is_before(list, keys[child], keys[child + 1u])) {
            child++;
        }
        if (!is_before(list, key, keys[child])) {
            break;
        }
        keys[place] = keys[child];
        place = child;
    }
    keys[place] = key;
}

static void make_heap(const hem_impact_list *list, hem_pair *keys, uint32_t count)
{
    for (uint32_t place = count / 2u; place-- > 0;) {
        sink(list, keys, count, place, keys[place]);
    }
}

void hem_impact_list_add(hem_impact_list *list, const hem_impact *impact)
{
    uint32_t key = hem_float_key(impact->time);
    hem_small_impact small = hem_small_of(impact);
    list->count += list->count < UINT32_MAX;
    if (list->kept < list->room) {
        list->keys[list->kept] = (hem_pair){key, list->kept};
        list->impacts[list->kept++] = small;
        if (list->kept == list->room) {
            make_heap(list, list->keys, list->kept);
        }
        return;
    }
    hem_pair last = list->room > 0 ? list->keys[0] : (hem_pair){0, 0};
    if (list->room > 0 && comes_before(key, &small, last.first, &list->impacts[last.second])) {
        list->impacts[last.second] = small;
        sink(list, list->keys, list->kept, 0, (hem_pair){key, last.second});
    }
}

/* What agrees in its predicted distance, by the words of the order. */
static void sort_run(const hem_impact_list *list, hem_pair *keys, uint32_t count)
{
    make_heap(list, keys, count);
    for (uint32_t left = count - 1u; left > 0; left--) {
        hem_pair last = keys[0];
        sink(list, keys, left, 0, keys[left]);
        keys[left] = last;
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
        hem_small_impact first = list->impacts[i];
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
    hem_pair *keys = list->keys;
    uint32_t end;
    hem_sort(keys, list->kept);
    for (uint32_t begin = 0; begin < list->kept; begin = end) {
        end = begin + 1u;
        while (end < list->kept && keys[end].first == keys[begin].first) {
            end++;
        }
        sort_run(list, keys + begin, end - begin);
    }
    move_all(list);
}
