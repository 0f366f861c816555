// Bullet's deformable world: see cloth_bullet.h.
#include "bench/cloth_peers/cloth_bullet.h"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletSoftBody/btDeformableBodySolver.h>
#include <BulletSoftBody/btDeformableGravityForce.h>
#include <BulletSoftBody/btDeformableMassSpringForce.h>
#include <BulletSoftBody/btDeformableMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDeformableMultiBodyDynamicsWorld.h>
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

// Its tolerances suit bodies of some units.
static const float scale = 10.0f;

struct cloth_bullet {
    cloth_bullet_def def;
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btDeformableBodySolver bodies;
    btDeformableMultiBodyConstraintSolver constraints;
    std::unique_ptr<btDeformableMultiBodyDynamicsWorld> world;
    std::vector<std::unique_ptr<btDeformableLagrangianForce>> forces;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btRigidBody>> solids;
    std::vector<std::unique_ptr<btSoftBody>> sheets;
};

static btVector3 inside(const hem_vec3 &at)
{
    return btVector3(at.x, at.y, at.z) * scale;
}

cloth_bullet *cloth_bullet_start(const cloth_bullet_def *def)
{
    cloth_bullet *out = new cloth_bullet;
    out->def = *def;
    out->constraints.setDeformableSolver(&out->bodies);
    out->world.reset(new btDeformableMultiBodyDynamicsWorld(
        &out->dispatcher, &out->broadphase, &out->constraints, &out->configuration, &out->bodies));
    btVector3 gravity(0.0f, 0.0f, -def->gravity * scale);
    out->world->setGravity(gravity);
    btSoftBodyWorldInfo &info = out->world->getWorldInfo();
    info.m_gravity = gravity;
    info.m_sparsesdf.setDefaultVoxelsz(0.025f * scale);
    info.m_sparsesdf.Reset();
    // Springs explicit, damping implicit, as for its own cloth: implicit springs move nothing
    // without projection, and with it, cloth that meets cloth is gone within a step or two.
    out->world->setImplicit(false);
    out->world->setLineSearch(false);
    btContactSolverInfo &solver = out->world->getSolverInfo();
    solver.m_deformable_erp = 0.3f;
    solver.m_deformable_maxErrorReduction = 0.2f * scale;
    solver.m_leastSquaresResidualThreshold = 1e-3f;
    solver.m_splitImpulse = true;
    solver.m_numIterations = 100;
    return out;
}

static void add_springs(btSoftBody *sheet, const cloth_bullet_mesh *mesh)
{
    std::set<std::pair<uint32_t, uint32_t>> edges;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *v = mesh->triangles + 3u * static_cast<size_t>(t);
        for (uint32_t k = 0; k < 3; k++) {
            edges.insert(std::minmax(v[k], v[(k + 1u) % 3u]));
        }
        sheet->appendFace(static_cast<int>(v[0]), static_cast<int>(v[1]), static_cast<int>(v[2]));
    }
    for (const auto &edge : edges) {
        sheet->appendLink(static_cast<int>(edge.first), static_cast<int>(edge.second));
    }
}

void cloth_bullet_add_sheet(cloth_bullet *bullet, const cloth_bullet_mesh *mesh)
{
    const cloth_bullet_def &def = bullet->def;
    std::vector<btVector3> at;
    std::vector<btScalar> masses;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        at.push_back(inside(mesh->positions[v]));
        masses.push_back(mesh->masses[v]);
    }
    btSoftBody *sheet =
        new btSoftBody(&bullet->world->getWorldInfo(), static_cast<int>(mesh->vertex_count),
                       at.data(), masses.data());
    bullet->sheets.emplace_back(sheet);
    add_springs(sheet, mesh);
    sheet->generateBendingConstraints(2);
    // Two sheets, and a sheet and a solid, keep apart by the sum of their margins.
    sheet->getCollisionShape()->setMargin(0.5f * def.thickness * scale);
    sheet->m_cfg.kKHR = 1.0f;
    sheet->m_cfg.kCHR = 1.0f;
    sheet->m_cfg.kDF = def.friction;
    sheet->m_cfg.collisions = btSoftBody::fCollision::SDF_RD | btSoftBody::fCollision::SDF_RDF |
                              btSoftBody::fCollision::SDF_RDN | btSoftBody::fCollision::VF_DD;
    sheet->setSelfCollision(true);
    sheet->initializeFaceTree();
    sheet->setCacheBarycenter(true);
    sheet->setActivationState(DISABLE_DEACTIVATION);
    bullet->world->addSoftBody(sheet);
    bullet->forces.emplace_back(new btDeformableMassSpringForce(
        def.stiffness, def.stiffness * def.damping, true, static_cast<double>(def.bending)));
    bullet->world->addForce(sheet, bullet->forces.back().get());
    bullet->forces.emplace_back(
        new btDeformableGravityForce(btVector3(0.0f, 0.0f, -def.gravity * scale)));
    bullet->world->addForce(sheet, bullet->forces.back().get());
}

void cloth_bullet_add_solid(cloth_bullet *bullet, const cloth_bullet_mesh *mesh)
{
    btConvexHullShape *hull = new btConvexHullShape;
    float low = 3e38f, high = -3e38f;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        low = std::min(low, mesh->positions[v].z);
        high = std::max(high, mesh->positions[v].z);
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        btVector3 at = inside(mesh->positions[v]);
        hull->addPoint(at, false);
        if (high <= low) {
            hull->addPoint(at - btVector3(0.0f, 0.0f, 0.1f * scale), false);
        }
    }
    hull->recalcLocalAabb();
    hull->setMargin(0.5f * bullet->def.thickness * scale);
    bullet->shapes.emplace_back(hull);
    btRigidBody::btRigidBodyConstructionInfo info(0.0f, nullptr, hull, btVector3(0, 0, 0));
    info.m_friction = 1.0f;
    bullet->solids.emplace_back(new btRigidBody(info));
    bullet->world->addRigidBody(bullet->solids.back().get());
}

void cloth_bullet_step(cloth_bullet *bullet)
{
    const cloth_bullet_def &def = bullet->def;
    float part = def.dt / static_cast<float>(def.substeps);
    for (uint32_t i = 0; i < def.substeps; i++) {
        bullet->world->stepSimulation(part, 0);
    }
}

void cloth_bullet_positions(const cloth_bullet *bullet, uint32_t sheet, hem_vec3 *out)
{
    const btSoftBody *from = bullet->sheets[sheet].get();
    for (int v = 0; v < from->m_nodes.size(); v++) {
        btVector3 at = from->m_nodes[v].m_x / scale;
        out[v] = {at.x(), at.y(), at.z()};
    }
}

void cloth_bullet_end(cloth_bullet *bullet)
{
    for (auto &sheet : bullet->sheets) {
        bullet->world->removeSoftBody(sheet.get());
    }
    for (auto &solid : bullet->solids) {
        bullet->world->removeRigidBody(solid.get());
    }
    delete bullet;
}
