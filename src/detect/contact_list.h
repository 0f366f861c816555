/* A list of contacts with bounded room that keeps the smallest, by predicted distance, kind, first
 * and second: what is found first does not matter, only what is found.
 *
 * Contacts stay where they are put; small keys that name them are moved instead. A heap with the
 * largest on top once the list is full; sorted at the end. */
#ifndef HEM_DETECT_CONTACT_LIST_H
#define HEM_DETECT_CONTACT_LIST_H

#include "hem/proximity.h"

typedef struct hem_contact_list {
    hem_contact *contacts;
    hem_pair *keys; /* one for each contact there is room for */
    uint32_t room;
    uint32_t kept;
    uint32_t count[HEM_CONTACT_KINDS]; /* ever added; stop at 2^32 - 1 */
} hem_contact_list;

/* Logarithmic in the room once the list is full, else constant. */
void hem_contact_list_add(hem_contact_list *list, const hem_contact *contact);

/* Puts the contacts in ascending order; nothing may be added after that. About 4 n log2 n
 * comparisons of keys, and each contact is moved once. */
void hem_contact_list_finish(hem_contact_list *list);

#endif
