# `make peers-cloth`: cloth by hem_step beside Bullet's deformable world. Included by the Makefile of
# the tree; nothing of this is linked into the library.

CLOTH_PEERS := build/objects/test/bench/cloth_peers

$(CLOTH_PEERS)/cloth_bullet.o: test/bench/cloth_peers/cloth_bullet.cpp \
    test/bench/cloth_peers/cloth_bullet.h test/bench/cloth_peers/cloth_peers.mk
	@mkdir -p $(@D)
	@$(PEERS_COMPILE) -c $< -o $@

$(CLOTH_PEERS)/bench_cloth_peers.o: test/bench/cloth_peers/cloth_bullet.h \
    $(wildcard docs/examples/*.h test/bench/*.h test/support/*.h)

build/bench_cloth_peers: $(CLOTH_PEERS)/bench_cloth_peers.o $(CLOTH_PEERS)/cloth_bullet.o \
    $(patsubst %,build/objects/%.o,test/support/clean_check docs/examples/own_simulator \
    docs/examples/player test/bench/bench_moving) $(SCENE_OBJECTS) $(LIBRARY) $(PORT)
	@$(CXX) $^ -lBulletSoftBody -lBulletDynamics -lBulletCollision -lLinearMath -lm -o $@

# STEPS=100 ends it sooner.
.PHONY: peers-cloth
peers-cloth: compiler
	@$(NEED) g++ libbullet-dev
	@mkdir -p build/reports
	@$(MAKE) --no-print-directory build/bench_cloth_peers
	@build/bench_cloth_peers build/reports/peers_cloth.json $(STEPS)
