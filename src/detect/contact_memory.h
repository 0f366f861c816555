/* What the contacts of the step before were and did, as sets of hashes: a contact that goes on is
 * found again by its features, wherever the list has it.
 *
 * One that was not there passes for one that was about once in 400 times, and always the same ones
 * do. So an answer says where to begin and what to prefer, and nothing is claimed by it. */
#ifndef HEM_DETECT_CONTACT_MEMORY_H
#define HEM_DETECT_CONTACT_MEMORY_H

#include "base/bits.h"
#include "detect/small_impact.h"

#define HEM_CONTACT_TRAITS 3u /* flags of hem_small_impact */

/* Bits for each trait of a list with that room. */
#define HEM_CONTACT_MEMORY_BITS(room) (16u * (uint32_t)(room))

typedef struct hem_contact_memory {
    uint32_t *bits[HEM_CONTACT_TRAITS];
    uint32_t count; /* of bits in each */
} hem_contact_memory;

uint64_t hem_contact_memory_bytes(uint32_t room);

/* Takes its bits, which must fit, and learns these contacts. Linear time. */
void hem_contact_memory_take(hem_contact_memory *memory, uint32_t room,
                             const hem_small_impact *contacts, uint32_t count, hem_arena *scratch);

/* The flags that a contact of these features had; 0 for one that was not there. Constant time. */
uint8_t hem_contact_memory_of(const hem_contact_memory *memory, const hem_small_impact *contact);

#endif
