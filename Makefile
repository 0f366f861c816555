# Hem: `make` alone tells what there is. Everything is built under build/.

ifeq ($(origin CC),default)
CC       := gcc
endif
CFLAGS   ?= -O3 -g
# What the library needs to mean the same everywhere; not for changing.
EXACT    := -std=c11 -ffp-contract=off -fno-math-errno
WARNINGS := -Wall -Wextra -Wconversion -Wdouble-promotion -Wshadow -Wundef -Wvla -Wstrict-prototypes
COMPILE  := $(CC) $(EXACT) $(WARNINGS) $(CFLAGS) -Iinc -Isrc

NEED     := sh test/tools/need.sh
COMPILER := gcc libc6-dev
RUBY     := ruby
LINT_TOOLS := ruby gcc g++ binutils git clang-19 cppcheck clang-format gcc-arm-none-eabi \
    libnewlib-arm-none-eabi gcc-mingw-w64-x86-64-win32
export CEEDLING := bundle exec ceedling
# Gems go where the system keeps them, or, for a user who may not write there, under build/.
ifneq ($(shell id -u),0)
export BUNDLE_PATH ?= $(CURDIR)/build/gems
endif

LIBRARY  := build/libhem.a
PORT     := build/libhem_port.a
SOURCES  := $(wildcard src/*/*.c)
OBJECTS  := $(SOURCES:%.c=build/objects/%.o)
HEADERS  := $(wildcard inc/hem/*.h src/*/*.h)
SCENES   := $(filter-out test/scenes/test_%,$(wildcard test/scenes/*.c))
SCENE_OBJECTS := $(SCENES:%.c=build/objects/%.o)

.SECONDARY:
.PHONY: help library demo gallery test coverage sanitize lint portability check-reports memory docs \
        orient-report narrow-report ccd-report promise3 starve work rest broad coherence marking table1 table2 figures continuous tables scaling \
        step-cost instructions cortex-m7 clean compiler gems

help:
	@echo 'Hem keeps deforming triangle meshes out of each other, in memory that you give it.'
	@echo
	@echo '  make demo           build the library and the demo, and run it'
	@echo '  make test           run every test'
	@echo
	@echo '  make gallery        simulate and draw every scene in motion: build/gallery/index.svg (STEPS, PLAY)'
	@echo '  make library        build/libhem.a, and the port of this machine in build/libhem_port.a'
	@echo '  make coverage       which lines and branches of src/ the tests reach'
	@echo '  make sanitize       the tests with address and undefined-behaviour checks'
	@echo '  make fuzz           broken input of every kind, for a while (SECONDS=20 each target)'
	@echo '  make soak           generated configurations against brute force (SECONDS=60, SEED)'
	@echo '  make lint           warnings, style, layers, symbols, stack depth'
	@echo '  make portability    the same bits on every machine, emulated ones included'
	@echo '  make cortex-m7      the pile on a bare Cortex-M7 in QEMU: same hashes, bytes, deepest stack'
	@echo '  make memory         bytes by region for every scene'
	@echo '  make orient-report  cost of exact orientation signs'
	@echo '  make narrow-report  cost of the tests on pairs of features and triangles'
	@echo '  make ccd-report     the continuous tests: cost, misses and false hits, by exact arithmetic'
	@echo '  make broad          pairs of bodies by brute force and by sweep, up to 10,000 bodies'
	@echo '  make coherence      walks and contacts that go on from the last step, and what that gains'
	@echo '  make marking        what primitive volumes and marks gain in the passes of a step'
	@echo '  make table2         what they gain in whole steps of hem_step, and with the paper'"'"'s response'
	@echo '  make table1         where the time of walking clothes and a tape goes, by hem_step'
	@echo '  make figures        the papers'"'"' figures and tables as plots in build/figures, from the reports'
	@echo '  make continuous     a whole continuous pass beside a plain one, on two grids'
	@echo '  make promise3       every play by hem_resolve and by hem_step, crossings after each step (STEPS, PLAY, DRIVER)'
	@echo '  make starve         the same with every capacity and limit cut'
	@echo '  make rest           a pile, drapes and a folded towel at rest for 10,000 steps (STEPS, PLAY)'
	@echo '  make work           work a step of every play'
	@echo '  make tables         the papers'"'"' comparisons of trees made again, and patches beside them'
	@echo '  make scaling        cost and bytes a triangle, from 1,000 triangles to 300,000'
	@echo '  make step-cost      cost of a whole step a vertex, from 1,000 vertices to 100,000 (MOST)'
	@echo '  make instructions   instructions of fixed work beside those kept in the repository (UPDATE=1)'
	@echo '  make peers          Hem beside Embree, Bullet, FCL and CGAL, on the same frames'
	@echo '  make peers-cloth    cloth by hem_step beside Bullet'"'"'s, on the pile and the drapes'
	@echo '  make docs           refresh the tables in README.md and docs/ from the reports'
	@echo '  make check-reports  are the reports in build/reports/ well formed?'
	@echo '  make clean          remove build/'

compiler:
	@command -v $(CC) >/dev/null 2>&1 || $(NEED) $(COMPILER)

gems:
	@command -v bundle >/dev/null 2>&1 || $(NEED) ruby bundler
	@bundle check >/dev/null 2>&1 || { echo 'installing Ceedling (Gemfile.lock)'; bundle install --quiet; }

library: $(LIBRARY) $(PORT)
	@echo 'The library is $(LIBRARY), its port for this machine $(PORT).'

$(LIBRARY): $(OBJECTS)
	@rm -f $@
	@$(AR) rcs $@ $^

$(PORT): build/objects/ports/posix/port.o
	@rm -f $@
	@$(AR) rcs $@ $^

build/objects/%.o: %.c $(HEADERS) Makefile | compiler
	@mkdir -p $(@D)
	@$(COMPILE) $(if $(filter test/% docs/%,$<),-Itest -Itest/support) -c $< -o $@

build/objects/test/%.o build/objects/docs/%.o: $(wildcard test/scenes/*.h)

EXAMPLES := $(patsubst %,build/objects/docs/examples/%.o,own_simulator player player_picture \
    picture picture_order picture_light player_world step_player player_crossings)
$(EXAMPLES) build/objects/docs/examples/demo.o build/objects/docs/examples/gallery.o: \
    $(wildcard docs/examples/*.h)

# A file of that name, where the folder of pictures goes, is an older demo.
build/demo/demo: build/objects/docs/examples/demo.o $(EXAMPLES) $(SCENE_OBJECTS) $(LIBRARY) $(PORT)
	@[ -d build/demo ] || rm -f build/demo
	@mkdir -p $(@D)
	@$(CC) $^ -lm -o $@

build/gallery/gallery: build/objects/docs/examples/gallery.o $(EXAMPLES) $(SCENE_OBJECTS) $(LIBRARY) $(PORT)
	@mkdir -p $(@D)
	@$(CC) $^ -lm -o $@

build/bench_orient: build/objects/test/support/orient_cases.o

PLAYS    := $(patsubst %,build/objects/%.o,test/support/played_world test/support/clean_check \
    test/support/starve docs/examples/own_simulator docs/examples/player \
    docs/examples/player_world docs/examples/resolve_player docs/examples/step_player)
$(PLAYS) build/objects/test/bench/bench_promise3.o build/objects/test/bench/bench_starve.o \
    build/objects/test/bench/bench_work.o build/objects/test/bench/bench_rest.o: $(wildcard docs/examples/*.h test/bench/*.h \
    test/support/*.h)
build/bench_promise3 build/bench_starve build/bench_work build/bench_rest: $(PLAYS)
build/bench_promise3 build/bench_starve build/bench_work build/bench_rest: LIBRARIES := $(LIBRARY) $(PORT) -lm

FOLDED   := build/objects/test/bench/peers/folded.o
CCD_CASES := $(patsubst %.c,build/objects/%.o,$(wildcard test/support/ccd_*.c))
build/objects/test/bench/bench_instructions.o: $(wildcard docs/examples/*.h test/bench/*.h test/support/*.h)
build/bench_instructions: $(PLAYS) $(FOLDED) $(CCD_CASES) build/objects/test/bench/bench_moving.o
build/bench_instructions: LIBRARIES := $(LIBRARY) $(PORT) -lgmp -lm
TABLES   := $(patsubst %.c,build/objects/%.o,$(wildcard test/bench/bench_tables_*.c))
$(TABLES) build/objects/test/bench/bench_tables.o build/objects/test/bench/bench_scaling.o: \
    $(wildcard test/bench/*.h test/bench/peers/*.h)

build/bench_tables: build/objects/test/bench/bench_tables.o $(TABLES) $(FOLDED) \
    build/objects/test/bench/peers/peer_scenes.o $(SCENE_OBJECTS) $(LIBRARY) $(PORT)
	@$(CC) $^ -o $@

build/bench_scaling build/bench_coherence: $(FOLDED)

build/objects/test/bench/bench_step_cost.o: $(wildcard docs/examples/*.h test/bench/*.h)
# Phases are timed by the port's clock: here processor time, which others on the machine do not change.
build/objects/ports/posix/processor_time.o: ports/posix/port.c $(HEADERS) Makefile | compiler
	@mkdir -p $(@D)
	@$(COMPILE) -DHEM_POSIX_CLOCK=CLOCK_PROCESS_CPUTIME_ID -c $< -o $@

build/bench_step_cost: $(patsubst %,build/objects/%.o,test/bench/bench_step_cost \
    test/bench/bench_moving docs/examples/own_simulator ports/posix/processor_time) $(SCENE_OBJECTS) $(LIBRARY)
	@$(CC) $^ -lm -o $@

build/bench_ccd: build/objects/test/bench/double_cubic.o $(CCD_CASES)
build/bench_ccd: LIBRARIES := -lgmp -lm

MOVING   := $(patsubst %.c,build/objects/%.o,test/bench/bench_moving.c test/bench/bench_cloth.c \
    test/bench/bench_hips.c \
    test/bench/bench_scheme.c test/support/plain_impulse.c)
build/bench_marking: build/objects/test/bench/bench_marking.o $(MOVING) $(SCENE_OBJECTS) $(LIBRARY) $(PORT)
	@$(CC) $^ -o $@

# A clock around detection: calls of these come to bench_simulated.c first.
SIMULATED := $(patsubst %,build/objects/test/bench/%.o,bench_simulated bench_seams bench_moving bench_hips)
WRAPPED  := hem_step_proximity hem_step_integrate hem_impacts_start hem_impacts_pass
build/bench_table2: $(patsubst %,build/objects/test/%.o,bench/bench_table2 bench/bench_scheme \
    support/plain_impulse) $(SIMULATED) $(SCENE_OBJECTS) $(LIBRARY) $(PORT)
	@$(CC) $^ $(WRAPPED:%=-Wl,--wrap=%) -lm -o $@

build/bench_table1: build/objects/test/bench/bench_table1.o $(SIMULATED) $(SCENE_OBJECTS) $(LIBRARY) $(PORT)
	@$(CC) $^ $(WRAPPED:%=-Wl,--wrap=%) -lm -o $@

$(SIMULATED) $(patsubst %,build/objects/test/bench/%.o,bench_table1 bench_table2 bench_scheme bench_marking): \
    $(wildcard test/bench/*.h test/support/*.h)

build/bench_continuous: build/objects/test/bench/bench_continuous.o \
    build/objects/test/bench/bench_moving.o build/objects/test/bench/double_cubic.o \
    $(CCD_CASES) $(LIBRARY) $(PORT)
	@$(CC) $^ -lgmp -lm -o $@

build/bench_%: build/objects/test/bench/bench_%.o $(SCENE_OBJECTS) $(LIBRARY) $(PORT)
	@$(CC) $^ $(LIBRARIES) -o $@

# STEPS=20 ends it sooner.
demo: build/demo/demo
	@build/demo/demo build/demo $(STEPS)

# STEPS=20 ends every play sooner, PLAY=pile draws one alone.
gallery: build/gallery/gallery
	@build/gallery/gallery build/gallery $(or $(STEPS),0) $(PLAY)

memory: build/bench_memory
	@mkdir -p build/reports
	@build/bench_memory build/reports/memory.json

marking: build/bench_marking
	@mkdir -p build/reports
	@build/bench_marking build/reports/marking.json

table2: build/bench_table2
	@mkdir -p build/reports
	@build/bench_table2 build/reports/table2.json build/reports/frames.json $(ROUNDS)

# STEPS=10 ends it sooner.
table1: build/bench_table1
	@mkdir -p build/reports
	@build/bench_table1 build/reports/table1.json $(STEPS)

# From the reports that there are.
figures:
	@$(NEED) ruby
	@$(RUBY) test/tools/figures.rb

continuous: build/bench_continuous
	@$(NEED) libgmp-dev
	@mkdir -p build/reports
	@build/bench_continuous build/reports/continuous.json

orient-report: build/bench_orient
	@mkdir -p build/reports
	@build/bench_orient build/reports/orient.json

narrow-report: build/bench_narrow
	@mkdir -p build/reports
	@build/bench_narrow build/reports/narrow.json

coherence: build/bench_coherence
	@mkdir -p build/reports
	@build/bench_coherence build/reports/coherence.json

ccd-report: build/bench_ccd
	@$(NEED) libgmp-dev
	@mkdir -p build/reports
	@build/bench_ccd build/reports/ccd.json

broad: build/bench_broad
	@mkdir -p build/reports
	@build/bench_broad build/reports/broad.json

# STEPS=40 cuts every play short, PLAY=pile runs one alone, DRIVER=step leaves hem_resolve out.
promise3 starve work rest: %: build/bench_%
	@mkdir -p build/reports
	@build/bench_$* build/reports/$*.json $(or $(STEPS),0) $(or $(PLAY),all) $(DRIVER)

# UPDATE=1 keeps the counts of this run. The program is compiled with a header of valgrind's.
instructions: compiler
	@$(NEED) ruby valgrind libgmp-dev
	@$(MAKE) --no-print-directory -s build/bench_instructions
	@CFLAGS='$(CFLAGS)' $(RUBY) test/tools/instructions.rb build/bench_instructions $(if $(UPDATE),--update)

cortex-m7:
	@command -v ruby >/dev/null 2>&1 || $(NEED) ruby
	@$(NEED) $$($(RUBY) test/tools/cortex_m7.rb --packages)
	@$(RUBY) test/tools/cortex_m7.rb

# ROUNDS=9 takes more rounds and more time.
tables: build/bench_tables
	@mkdir -p build/reports
	@build/bench_tables build/reports/tables.json $(ROUNDS)

# MOST=10000 leaves larger ones out.
step-cost: build/bench_step_cost
	@mkdir -p build/reports
	@build/bench_step_cost build/reports/step_cost.json $(or $(ROUNDS),0) $(MOST)

scaling: build/bench_scaling
	@mkdir -p build/reports
	@build/bench_scaling build/reports/scaling.json $(ROUNDS)

test: compiler gems
	@$(NEED) libgmp-dev cmake make gcovr $(LINT_TOOLS)
	@$(RUBY) test/tools/run_tests.rb

sanitize: compiler gems
	@$(NEED) libgmp-dev
	@$(RUBY) test/tools/run_tests.rb --context sanitize

coverage: compiler gems
	@$(NEED) libgmp-dev gcovr
	@$(RUBY) test/tools/coverage.rb

lint:
	@$(NEED) $(LINT_TOOLS)
	@$(RUBY) test/tools/lint.rb

portability:
	@command -v ruby >/dev/null 2>&1 || $(NEED) ruby
	@$(NEED) $$($(RUBY) test/tools/portability.rb --packages)
	@$(RUBY) test/tools/portability.rb

check-reports:
	@$(NEED) ruby
	@$(RUBY) test/tools/check_reports.rb

docs: memory
	@$(NEED) ruby
	@$(RUBY) test/tools/docs.rb

clean:
	@rm -rf build
	@echo 'build/ is gone.'

include test/bench/peers/peers.mk
include test/bench/cloth_peers/cloth_peers.mk
include test/fuzz/fuzz.mk
include test/soak/soak.mk
