# `make soak`: generated configurations compared with brute force, for as long as SECONDS says.
# Included by the Makefile of the tree. SEED starts at a given round, to see a miss again.

SOAK_PACKAGES := $(COMPILER) ruby libgmp-dev
SOAK_SUPPORT  := broad_cases ccd_cases ccd_filter ccd_judge ccd_oracle ccd_poly ccd_sheets \
                 clean_check closest_oracle contact_oracle feature_oracle feature_body guarded_block hit_oracle hull_oracle \
                 impact_scene plain_impulse tree_body \
                 leaf_walk mesh_build mesh_cases narrow_cases orient_cases orient_oracle scene_oracle \
                 tangle_check tree_build tree_cases tree_oracle triangle_oracle world_judge \
                 world_shapes
SOAK_SOURCES  := $(filter-out test/soak/test_%,$(wildcard test/soak/*.c)) \
                 test/soak/program/soak_main.c $(SOAK_SUPPORT:%=test/support/%.c) \
                 docs/examples/player.c docs/examples/own_simulator.c \
                 $(filter-out test/scenes/test_%,$(wildcard test/scenes/*.c))
# As Ceedling compiles the helpers of the tests.
SOAK_COMPILE  := $(CC) $(EXACT) -Wall -Wextra $(CFLAGS) -D_POSIX_C_SOURCE=200809L -Iinc -Isrc \
                 -Itest -Itest/support -Itest/support/plain
SOAK_HEADERS  := $(wildcard test/soak/*.h test/support/*.h test/support/plain/*.h)
SOAK_OBJECTS  := $(SOAK_SOURCES:%.c=build/soak/%.o)

build/soak/%.o: %.c $(HEADERS) $(SOAK_HEADERS) Makefile test/soak/soak.mk | compiler
	@mkdir -p $(@D)
	@$(SOAK_COMPILE) -c $< -o $@

build/soak/soak: $(SOAK_OBJECTS) $(LIBRARY) $(PORT)
	@$(CC) $^ -lgmp -lm -o $@

.PHONY: soak
soak:
	@$(NEED) $(SOAK_PACKAGES)
	@$(MAKE) --no-print-directory -s -j$$(nproc) build/soak/soak
	@$(RUBY) test/tools/soak.rb --seconds $(or $(SECONDS),60) $(if $(SEED),--seed $(SEED))
