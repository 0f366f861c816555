/* The contacts of the step before: see contact_memory.h. */
#include "detect/contact_memory.h"

/* Bits a contact sets: with 16 bits a contact in all, more would hardly tell better. */
#define PROBES 4u

uint64_t hem_contact_memory_bytes(uint32_t room)
{
    return HEM_CONTACT_TRAITS *
           HEM_ARENA_BYTES(HEM_BIT_WORDS(HEM_CONTACT_MEMORY_BITS(room)), sizeof(uint32_t));
}

/* Hashes that follow each other evenly. */
static uint32_t place_of(const hem_contact_memory *memory, uint32_t hash, uint32_t probe)
{
    uint32_t mixed = hash + probe * (hash * 0x9E3779B1u | 1u);
    return (uint32_t)((uint64_t)mixed * memory->count >> 32);
}

static void learn(hem_contact_memory *memory, const hem_small_impact *contact)
{
    uint32_t hash = hem_small_hash(contact);
    for (uint32_t probe = 0; probe < PROBES; probe++) {
        uint32_t place = place_of(memory, hash, probe);
        for (uint32_t trait = 0; trait < HEM_CONTACT_TRAITS; trait++) {
            if ((contact->flags >> trait & 1u) != 0) {
                hem_bits_add(memory->bits[trait], place);
            }
        }
    }
}

void hem_contact_memory_take(hem_contact_memory *memory, uint32_t room,
                             const hem_small_impact *contacts, uint32_t count, hem_arena *scratch)
{
    /* By what there is: what a contact passes for must not depend on how much room there is. */
    memory->count = HEM_CONTACT_MEMORY_BITS(count < room ? count : room);
    for (uint32_t trait = 0; trait < HEM_CONTACT_TRAITS; trait++) {
        memory->bits[trait] =
            hem_arena_take(scratch, HEM_BIT_WORDS(memory->count), sizeof(uint32_t));
        hem_bits_clear_all(memory->bits[trait], memory->count);
    }
    for (uint32_t i = 0; i < count; i++) {
        learn(memory, &contacts[i]);
    }
}

uint8_t hem_contact_memory_of(const hem_contact_memory *memory, const hem_small_impact *contact)
{
    uint32_t hash = hem_small_hash(contact), flags = (1u << HEM_CONTACT_TRAITS) - 1u;
    for (uint32_t probe = 0; probe < PROBES && flags != 0 && memory->count > 0; probe++) {
        uint32_t place = place_of(memory, hash, probe), here = 0;
        for (uint32_t trait = 0; trait < HEM_CONTACT_TRAITS; trait++) {
            here |= hem_bits_has(memory->bits[trait], place) ? 1u << trait : 0u;
        }
        flags &= here;
    }
    return memory->count > 0 ? (uint8_t)flags : 0;
}
