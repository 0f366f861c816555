/* From reset to main on a bare Cortex-M in QEMU: vectors, the floating-point unit, zeroed memory,
 * and the C library's semihosting. For test programs, together with mps2.ld. */
#include <stdint.h>
#include <stdlib.h>

extern uint32_t stack_top;
extern uint32_t zeros_begin;
extern uint32_t zeros_end;

void initialise_monitor_handles(void);
int main(void);
void reset(void);
void fault(void);
void _init(void);
void _fini(void);

#define COPROCESSOR_ACCESS (*(volatile uint32_t *)0xE000ED88u)

/* The C library calls these at start and end; there is nothing to do. */
void _init(void)
{
}

void _fini(void)
{
}

__attribute__((noreturn)) void reset(void)
{
    COPROCESSOR_ACCESS |= 0xFu << 20;
    __asm__ volatile("dsb\n\tisb" : : : "memory");
    for (uint32_t *word = &zeros_begin; word < &zeros_end; word++) {
        *word = 0;
    }
    initialise_monitor_handles();
    exit(main());
}

/* Any fault ends the run as failed: semihosting's exit with "internal error" as its reason. */
__attribute__((noreturn)) void fault(void)
{
    register uint32_t operation __asm__("r0") = 0x18;
    register uint32_t reason __asm__("r1") = 0x20024;
    for (;;) {
        __asm__ volatile("bkpt 0xAB" : : "r"(operation), "r"(reason) : "memory");
    }
}

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    &stack_top,          (const void *)reset, (const void *)fault, (const void *)fault,
    (const void *)fault, (const void *)fault, (const void *)fault,
};
