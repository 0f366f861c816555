/* A bounded list of pairs: see pair_list.h. */
#include "detect/pair_list.h"

#include "base/sort.h"

#include <string.h>

/* Puts a pair at a place of the heap or below it, where everything under it is smaller. */
static void sink(hem_pair *heap, uint32_t count, uint32_t place, hem_pair pair)
{
    for (;;) {
        uint32_t child = 2u * place + 1u;
        if (child >= count) {
            break;
        }
        if (child + 1u < count && hem_sort_before(heap[child], heap[child + 1u])) {
            child++;
        }
        if (!hem_sort_before(pair, heap[child])) {
            break;
        }
        heap[place] = heap[child];
        place = child;
    }
    heap[place] = pair;
}

static void make_heap(hem_pair_list *list)
{
    for (uint32_t place = list->kept / 2u; place-- > 0;) {
        sink(list->pairs, list->kept, place, list->pairs[place]);
    }
}

void hem_pair_list_add(hem_pair_list *list, hem_pair pair)
{
    list->count += list->count < UINT32_MAX;
    if (list->kept < list->room) {
        list->pairs[list->kept++] = pair;
        if (list->kept == list->room) {
            make_heap(list);
        }
    } else if (list->room > 0 && hem_sort_before(pair, list->pairs[0])) {
        sink(list->pairs, list->kept, 0, pair);
    }
}

void hem_pair_list_add_all(hem_pair_list *list, const hem_pair *pairs, uint32_t count)
{
    uint32_t left = list->room - list->kept;
    if (count < left && count < UINT32_MAX - list->count) {
        memcpy(list->pairs + list->kept, pairs, count * sizeof *pairs);
        list->kept += count;
        list->count += count;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        hem_pair_list_add(list, pairs[i]);
    }
}

void hem_pair_list_finish(hem_pair_list *list)
{
    hem_sort(list->pairs, list->kept);
}

void hem_pair_list_finish_in(hem_pair_list *list, hem_arena *scratch, uint64_t bytes)
{
    uint64_t needed = HEM_ARENA_BYTES(HEM_SORT_COUNTS, sizeof(uint32_t)) +
                      HEM_ARENA_BYTES(list->kept, sizeof(hem_pair));
    if (needed > bytes || needed > scratch->capacity - scratch->used) {
        hem_sort(list->pairs, list->kept);
        return;
    }
    uint32_t mark = hem_arena_mark(scratch);
    uint32_t *counts = hem_arena_take(scratch, HEM_SORT_COUNTS, sizeof *counts);
    hem_pair *room = hem_arena_take(scratch, list->kept, sizeof *room);
    hem_sort_with_room(list->pairs, list->kept, room, counts);
    hem_arena_release(scratch, mark);
}
