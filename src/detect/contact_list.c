/* A bounded list of contacts: see contact_list.h. */
#include "detect/contact_list.h"

#include "base/real.h"
#include "base/sort.h"

/* The key of a contact is its predicted distance; where that is equal, the rest of the order. */
static uint32_t distance_key(const hem_contact *contact)
{
    return hem_float_key(contact->predicted);
}

/* Kind and first feature in one word: no mesh has 2^30 of anything. */
static uint32_t feature_key(const hem_contact *contact)
{
    return contact->kind << 30 | contact->first;
}

static bool comes_before(const hem_contact *a, const hem_contact *b)
{
    uint32_t key_a = feature_key(a), key_b = feature_key(b);
    return key_a != key_b ? key_a < key_b : a->second < b->second;
}

static bool key_before(const hem_contact_list *list, hem_pair a, hem_pair b)
{
    if (a.first != b.first) {
        return a.first < b.first;
    }
    return comes_before(&list->contacts[a.second], &list->contacts[b.second]);
}

/* Puts a key at a place of the heap or below it, where everything under it is smaller. */
static void sink(const hem_contact_list *list, uint32_t place, hem_pair key)
{
    for (;;) {
        uint32_t child = 2u * place + 1u;
        if (child >= list->kept) {
            break;
        }
        if (child + 1u < list->kept &&
            key_before(list, list->keys[child], list->keys[child + 1u])) {
            child++;
        }
        if (!key_before(list, key, list->keys[child])) {
            break;
        }
        list->keys[place] = list->keys[child];
        place = child;
    }
    list->keys[place] = key;
}

static void name_all(const hem_contact_list *list)
{
    for (uint32_t i = 0; i < list->kept; i++) {
        list->keys[i] = (hem_pair){distance_key(&list->contacts[i]), i};
    }
}

static void make_heap(const hem_contact_list *list)
{
    name_all(list);
    for (uint32_t place = list->kept / 2u; place-- > 0;) {
        sink(list, place, list->keys[place]);
    }
}

void hem_contact_list_add(hem_contact_list *list, const hem_contact *contact)
{
    list->count[contact->kind] += list->count[contact->kind] < UINT32_MAX;
    if (list->kept < list->room) {
        list->contacts[list->kept++] = *contact;
        if (list->kept == list->room) {
            make_heap(list);
        }
        return;
    }
    if (list->room == 0) {
        return;
    }
    hem_pair top = list->keys[0];
    uint32_t key = distance_key(contact);
    if (key < top.first ||
        (key == top.first && comes_before(contact, &list->contacts[top.second]))) {
        list->contacts[top.second] = *contact;
        sink(list, 0, (hem_pair){key, top.second});
    }
}

/* The end of a run of equal keys. */
static uint32_t run_end(const hem_pair *keys, uint32_t begin, uint32_t end)
{
    uint32_t i = begin + 1u;
    while (i < end && keys[i].first == keys[begin].first) {
        i++;
    }
    return i;
}

/* Contacts of the same distance, by kind and first feature, and where these are equal, by the
 * second. Sorting again by another key keeps this from ever being quadratic. */
static void sort_run(const hem_contact_list *list, hem_pair *keys, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        keys[i].first = feature_key(&list->contacts[keys[i].second]);
    }
    hem_sort(keys, count);
    uint32_t end;
    for (uint32_t begin = 0; begin < count; begin = end) {
        end = run_end(keys, begin, count);
        if (end - begin > 1u) {
            for (uint32_t i = begin; i < end; i++) {
                keys[i].first = list->contacts[keys[i].second].second;
            }
            hem_sort(keys + begin, end - begin);
        }
    }
}

/* Contacts are scattered and do not fit the caches: they are asked for so many steps before. */
#define AHEAD 8u

/* Moves every contact to its place, along the cycles of the order. */
static void move_contacts(const hem_contact_list *list)
{
    hem_contact *contacts = list->contacts;
    hem_pair *keys = list->keys;
    for (uint32_t i = 0; i < list->kept; i++) {
        if (keys[i].second == i) {
            continue;
        }
        hem_contact first = contacts[i];
        uint32_t place = i, ahead = i;
        for (uint32_t step = 0; step < AHEAD; step++) {
            ahead = keys[ahead].second;
        }
        while (keys[place].second != i) {
            uint32_t from = keys[place].second;
            ahead = keys[ahead].second;
            hem_prefetch(&contacts[ahead]);
            contacts[place] = contacts[from];
            keys[place].second = place;
            place = from;
        }
        contacts[place] = first;
        keys[place].second = place;
    }
}

static void sort_ties(const hem_contact_list *list)
{
    const hem_pair *keys = list->keys;
    uint32_t end, asked = 1;
    for (uint32_t begin = 0; begin < list->kept; begin = end) {
        for (; asked < list->kept && asked < begin + 4u * AHEAD; asked++) {
            if (keys[asked].first == keys[asked - 1u].first) {
                hem_prefetch(&list->contacts[keys[asked].second]);
                hem_prefetch(&list->contacts[keys[asked - 1u].second]);
            }
        }
        end = run_end(keys, begin, list->kept);
        if (end - begin > 1u) {
            sort_run(list, list->keys + begin, end - begin);
        }
    }
}

void hem_contact_list_finish(hem_contact_list *list)
{
    name_all(list);
    hem_sort(list->keys, list->kept);
    sort_ties(list);
    move_contacts(list);
}
