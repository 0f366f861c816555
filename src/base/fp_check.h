/* Does float arithmetic mean what the library needs it to mean? */
#ifndef HEM_BASE_FP_CHECK_H
#define HEM_BASE_FP_CHECK_H

#include "hem/types.h"

/* Tries the arithmetic itself: HEM_OK, or HEM_FP_ROUNDING, HEM_FP_FLUSHED, HEM_FP_EXCESS,
 * HEM_FP_CONTRACTED. Call it inside hem_fp_enter. A few dozen operations. */
hem_status hem_fp_check(void);

#endif
