# The tables of docs/DESIGN.md about moving bodies, from build/reports/marking.json, continuous.json,
# step_cost.json and cortex_m7.json: methods of the module in docs.rb.
module Tables
  module_function

  # Tests and time of the passes of a step, by setting.
  def motion_marking
    body = rows("marking").map do |row|
      [row["scene"], row["setting"], grouped(row["tests"]), grouped(row["collisions"]),
       *gains(row)]
    end
    markdown(["scene", "setting", "tests", "collisions", "gain in time", "in work", "p99 / median"], body)
  end

  # Of one pass there is no time to compare: all pairs are counted, not tested.
  def gains(row)
    return ["", times(row["work_ratio"]), ""] if row["setting"].start_with?("near")

    [times(row["ratio"]), times(row["work_ratio"]), times(row["p99"] / row["p50"].to_f)]
  end

  # A whole pass beside a plain one.
  def motion_grids
    body = rows("continuous").map do |row|
      [row["scene"], row["setting"], row["directions"].to_s, grouped(row["candidates"]),
       grouped(row["hits"]), times(row["ratio"])]
    end
    markdown(["scene", "pass", "k", "tests", "hits", "plain / this"], body)
  end

  # Microseconds a vertex and step by phase, work and bytes a vertex, as scenes grow.
  def step_cost
    shown = %w[proximity repel impact zone hold commit whole]
    sizes = rows("step_cost").group_by { |row| row.values_at("scene", "vertices") }
    body = sizes.map do |(scene, vertices), found|
      by_phase = found.to_h { |row| [row["phase"], row] }
      whole = by_phase["whole"]
      [scene, grouped(vertices), *shown.map { |phase| format("%.2f", 1e-3 * by_phase[phase]["ns_per_vertex"]) },
       whole["work_per_vertex"].round.to_s, whole["bytes_per_vertex"].round.to_s]
    end
    markdown(["scene", "vertices", *shown, "work", "bytes"], body)
  end

  # What the pile takes on the board, resolved and simulated.
  def cortex_m7
    body = rows("cortex_m7").group_by { |row| row["scene"] }.map do |scene, found|
      first = found.first
      equal = found.count { |row| row["equal"] }
      [scene, found.map { |row| row["step"] }.max.to_s, found.size.to_s, equal.to_s,
       grouped(first["block_bytes"]), first["per_vertex"].round.to_s, grouped(first["stack_bytes"])]
    end
    markdown(["scene", "steps", "hashes", "the same", "bytes of the block", "a vertex", "deepest stack"], body)
  end
end
