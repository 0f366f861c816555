# `make fuzz`: what the fuzzer of clang-19 finds in a while. Included by the Makefile of the tree. A
# target is one file, fuzz_<name>.c, with LLVMFuzzerTestOneInput; fuzz.rb runs them all.
#
# CHECKS=address looks for what is read and written where it should not be, and for undefined
# behaviour; CHECKS=memory for what is read before it is written.

CHECKS         ?= address
FUZZ_SECONDS   := 20
FUZZ_PACKAGES  := ruby make clang-19 libclang-rt-19-dev
FUZZ_TARGETS   := mesh tree intersect near_faces face_contacts crossings broad narrow ccd arena \
                  world first_contact proximity misfit coherence continuous resolve
FUZZ_SANITIZE  := $(if $(filter memory,$(CHECKS)),memory,address,undefined,float-cast-overflow)
FUZZ_COMPILE   := clang-19 $(EXACT) $(WARNINGS) -O1 -gline-tables-only -DHEM_ASSERTS \
                  -D_POSIX_C_SOURCE=200809L -fsanitize=fuzzer-no-link,$(FUZZ_SANITIZE) \
                  -fno-sanitize-recover=all -Iinc -Isrc -Itest -Itest/support
FUZZ_FOLDER    := build/fuzz/$(CHECKS)
FUZZ_SHARED    := test/fuzz/fuzz_assert.c test/fuzz/fuzz_body.c test/fuzz/fuzz_pairs.c \
                  test/support/ccd_filter.c test/support/leaf_walk.c test/support/triangle_oracle.c
FUZZ_OBJECTS   := $(patsubst %.c,$(FUZZ_FOLDER)/%.o,$(SOURCES) ports/posix/port.c $(FUZZ_SHARED))
FUZZ_PROGRAMS  := $(FUZZ_TARGETS:%=$(FUZZ_FOLDER)/fuzz_%)

$(FUZZ_FOLDER)/%.o: %.c $(HEADERS) $(wildcard test/fuzz/*.h) test/fuzz/fuzz.mk
	@mkdir -p $(@D)
	@$(FUZZ_COMPILE) -c $< -o $@

$(FUZZ_PROGRAMS): $(FUZZ_FOLDER)/fuzz_%: $(FUZZ_FOLDER)/test/fuzz/fuzz_%.o $(FUZZ_OBJECTS)
	@clang-19 -fsanitize=fuzzer,$(FUZZ_SANITIZE) $^ -lm -o $@

.PHONY: fuzz
fuzz:
	@$(NEED) $(FUZZ_PACKAGES)
	@echo 'building the fuzz targets'
	@$(MAKE) --no-print-directory -s -j$$(nproc) $(FUZZ_PROGRAMS)
	@$(RUBY) test/tools/fuzz.rb --checks $(CHECKS) $(if $(SEED),--seed $(SEED)) \
	    $(if $(RUNS),--runs $(RUNS),--seconds $(or $(SECONDS),$(FUZZ_SECONDS))) $(FUZZ_TARGETS)
