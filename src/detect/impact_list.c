/* A bounded list of contacts: see impact_list.h. */
#include "detect/impact_list.h"

#include "base/real.h"
#include "base/sort.h"

/* Words of the order after the rank, or the predicted distance. */
#define ORDER_WORDS 5u

static uint32_t order_word(const hem_small_impact *impact, uint32_t word)
{
    return word == 0 ? impact->kind : impact->vertex[word - 1u];
}

/* Does the first come before the second, with these ranks or predicted distances? */
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

/* Ranks, from their highest bits: level, vertex or edge, what it was before, a hash. */
#define RANK_LEVELS 64
#define NEAR_LEVEL  48
#define BEFORE_BITS 2u
#define HASH_BITS   23u

/* A contact at rest keeps a third of the reach or more (its reach is one and a half thicknesses),
 * and what is nearer presses. */
#define AT_REST (1.0f / 3.0f)

static uint32_t level_of(float predicted, float reach)
{
    float levels = (predicted - AT_REST * reach) / reach;
    levels = hem_max(-(float)NEAR_LEVEL, hem_min(levels, (float)(RANK_LEVELS - NEAR_LEVEL - 1)));
    return (uint32_t)(levels + (float)NEAR_LEVEL);
}

static uint32_t rank_of(const hem_impact *impact, const hem_small_impact *small, float reach)
{
    uint32_t before = (small->flags & HEM_SMALL_PUSHED) != 0 ? 0 : 1;
    before += (small->flags & HEM_SMALL_KNOWN) != 0 ? 0 : 1;
    uint32_t rank = level_of(impact->time, reach) << 1 |
                    (impact->kind == (uint32_t)HEM_CONTACT_EDGE_EDGE ? 1u : 0u);
    return (rank << BEFORE_BITS | before) << HASH_BITS | hem_small_hash(small) >> (32u - HASH_BITS);
}

void hem_impact_list_add(hem_impact_list *list, const hem_impact *impact, float reach)
{
    hem_small_impact small = hem_small_of(impact);
    small.flags = hem_contact_memory_of(&list->before, &small);
    uint32_t key = rank_of(impact, &small, reach), place = list->kept;
    list->count += list->count < UINT32_MAX;
    if (list->kept < list->room) {
        list->impacts[place] = small;
        list->keys[list->kept++] = (hem_pair){key, place};
    } else {
        hem_pair last = list->room > 0 ? list->keys[0] : (hem_pair){0, 0};
        if (list->room == 0 ||
            !comes_before(key, &small, last.first, &list->impacts[last.second])) {
            return;
        }
        place = last.second;
        list->impacts[place] = small; /* which the order looks at */
        sink(list, list->keys, list->kept, 0, (hem_pair){key, place});
    }
    list->predicted[place] = hem_float_key(impact->time);
    if (list->count == list->room) {
        make_heap(list, list->keys, list->kept);
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
    for (uint32_t i = 0; i < list->kept; i++) {
        keys[i] = (hem_pair){list->predicted[i], i};
    }
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
