# `make peers`: Hem beside Embree, Bullet, FCL and CGAL on the same frames. Included by the Makefile
# of the tree; nothing of this is linked into the library.

CXX             ?= g++
PEERS_PACKAGES  := g++ libembree-dev libbullet-dev libfcl-dev libcgal-dev libgmp-dev libmpfr-dev
PEERS_FOLDER    := test/bench/peers
PEERS_HEADERS   := $(wildcard $(PEERS_FOLDER)/*.h inc/hem/*.h)
PEERS_OBJECTS   := $(patsubst %.cpp,build/objects/%.o,$(wildcard $(PEERS_FOLDER)/*.cpp)) \
                   $(patsubst %.c,build/objects/%.o,$(wildcard $(PEERS_FOLDER)/*.c))
# The others get every instruction of this machine; Hem keeps to its own flags.
PEERS_COMPILE   := $(CXX) -std=c++17 -O3 -march=native -DNDEBUG -ffp-contract=off -fno-math-errno \
                   -Wall -Wextra -Iinc -Itest -isystem /usr/include/bullet \
                   -isystem /usr/include/eigen3 \
                   -DPEER_TARGET='"$(shell uname -m)-linux $(CXX) $(shell $(CXX) -dumpfullversion)"'
PEERS_LIBRARIES := -lembree3 -lBulletCollision -lLinearMath -lfcl -lgmp -lmpfr

build/objects/$(PEERS_FOLDER)/%.o: $(PEERS_FOLDER)/%.cpp $(PEERS_HEADERS) $(PEERS_FOLDER)/peers.mk
	@mkdir -p $(@D)
	@$(PEERS_COMPILE) -c $< -o $@

build/objects/$(PEERS_FOLDER)/peer_cgal.o: PEERS_COMPILE += -frounding-math

build/bench_peers: $(PEERS_OBJECTS) $(SCENE_OBJECTS) $(LIBRARY) $(PORT)
	@$(CXX) $^ $(PEERS_LIBRARIES) -o $@

.PHONY: peers
peers: compiler
	@$(NEED) $(PEERS_PACKAGES)
	@mkdir -p build/reports
	@$(MAKE) --no-print-directory build/bench_peers
	@build/bench_peers build/reports/peers.json
