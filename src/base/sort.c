/* Quicksort with a bounded depth: ranges that split badly too often are heap-sorted, short ranges
 * are finished by insertion. See sort.h. */
#include "base/sort.h"

#include "base/hem_assert.h"

#define SHORT_RANGE  16u
#define STACK_RANGES 32u

static void swap_items(hem_pair *a, hem_pair *b)
{
    hem_pair kept = *a;
    *a = *b;
    *b = kept;
}

static void insertion_sort(hem_pair *items, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        hem_pair moving = items[i];
        uint32_t place = i;
        while (place > 0 && hem_sort_before(moving, items[place - 1])) {
            items[place] = items[place - 1];
            place--;
        }
        items[place] = moving;
    }
}

static void sift_down(hem_pair *items, uint32_t root, uint32_t count)
{
    hem_pair moving = items[root];
    for (;;) {
        uint32_t child = 2u * root + 1u;
        if (child >= count) {
            break;
        }
        if (child + 1u < count && hem_sort_before(items[child], items[child + 1u])) {
            child++;
        }
        if (!hem_sort_before(moving, items[child])) {
            break;
        }
        items[root] = items[child];
        root = child;
    }
    items[root] = moving;
}

static void heap_sort(hem_pair *items, uint32_t count)
{
    for (uint32_t root = count / 2u; root-- > 0;) {
        sift_down(items, root, count);
    }
    for (uint32_t end = count; end-- > 1;) {
        swap_items(&items[0], &items[end]);
        sift_down(items, 0, end);
    }
}

/* Splits the range at the median of its first, middle and last item. Returns how many items come
 * before the pivot's place; both sides are shorter than the range. */
static uint32_t partition(hem_pair *items, uint32_t count)
{
    uint32_t middle = count / 2u;
    uint32_t last = count - 1u;
    if (hem_sort_before(items[middle], items[0])) {
        swap_items(&items[middle], &items[0]);
    }
    if (hem_sort_before(items[last], items[0])) {
        swap_items(&items[last], &items[0]);
    }
    if (hem_sort_before(items[last], items[middle])) {
        swap_items(&items[last], &items[middle]);
    }
    hem_pair pivot = items[middle];
    uint32_t low = 0;
    uint32_t high = last;
    for (;;) {
        do {
            low++;
        } while (hem_sort_before(items[low], pivot));
        do {
            high--;
        } while (hem_sort_before(pivot, items[high]));
        if (low >= high) {
            return low;
        }
        swap_items(&items[low], &items[high]);
    }
}

static uint32_t depth_limit(uint32_t count)
{
    uint32_t limit = 2;
    while (count > 1) {
        count /= 2u;
        limit += 2;
    }
    return limit;
}

void hem_sort(hem_pair *items, uint32_t count)
{
    struct range {
        uint32_t begin, count, depth;
    } waiting[STACK_RANGES];
    uint32_t waiting_count = 0;
    struct range now = {0, count, depth_limit(count)};
    for (;;) {
        while (now.count > SHORT_RANGE && now.depth > 0) {
            uint32_t split = partition(items + now.begin, now.count);
            struct range left = {now.begin, split, now.depth - 1};
            struct range right = {now.begin + split, now.count - split, now.depth - 1};
            /* The longer side waits, so at most log2 n ranges do. */
            HEM_ASSERT(waiting_count < STACK_RANGES);
            bool left_waits = left.count > right.count;
            waiting[waiting_count++] = left_waits ? left : right;
            now = left_waits ? right : left;
        }
        if (now.count > SHORT_RANGE) {
            heap_sort(items + now.begin, now.count);
        } else {
            insertion_sort(items + now.begin, now.count);
        }
        if (waiting_count == 0) {
            return;
        }
        now = waiting[--waiting_count];
    }
}
