# The tables of docs/DESIGN.md about all plays, from build/reports/promise3.json, starve.json and work.json:
# methods of the module in docs.rb.
module Tables
  module_function

  # What was found after the steps of each play, and what the steps gave up.
  def promise3
    body = rows("promise3").map do |row|
      found = row.values_at("self", "deformable", "still", "pinched", "held_steps", "held_vertices")
      [row["scene"], row["driver"], grouped(row["steps"]), *found.map { |count| grouped(count) }]
    end
    markdown(["play", "by", "steps", "self", "deformable", "still", "pinched", "steps that held", "vertices held"], body)
  end

  # By what was cut: how often, and what came of it.
  def starve
    body = rows("starve").group_by { |row| row["capacity"] }.map do |cut, found|
      counts = [found.size, found.count { |row| row["bites"] }, found.sum { |row| row["changed_steps"] },
                found.sum { |row| row["intersections"] }, found.count { |row| !row["named_in_report"] },
                found.count { |row| !row["guard_ok"] }, found.count { |row| !row["deterministic"] }]
      [cut, *counts.map { |count| grouped(count) }]
    end
    markdown(["cut", "runs", "that it bites", "steps changed", "crossings", "unnamed", "writes outside", "not the same twice"],
             body)
  end

  # Pairs of features tested and of volumes compared, a step, and in how many passes.
  def work
    body = rows("work").map do |row|
      [row["scene"], row["driver"], *row.values_at("p50", "p99", "worst").map { |count| grouped(count) },
       format("%.1e", row["limit"]), "#{row["passes"]} of #{row["pass_limit"]}"]
    end
    markdown(["play", "by", "p50", "p99", "worst", "limit", "most passes"], body)
  end
end
