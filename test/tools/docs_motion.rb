# The tables of docs/DESIGN.md about moving bodies, from build/reports/ccd.json, marking.json, continuous.json,
# table1.json, table2.json, rest.json, peers_cloth.json, step_cost.json and cortex_m7.json: methods of the module in
# docs.rb.
module Tables
  module_function

  # Tests and time of the passes of a step, by setting.
  def motion_marking
    body = rows("marking").map do |row|
      [row["scene"], row["setting"], row["by"], passes_of(row), grouped(row["tests"]), grouped(row["collisions"]),
       *gains(row)]
    end
    markdown(["scene", "setting", "tested", "passes", "tests", "collisions", "gain in time", "in work", "p99 / median"], body)
  end

  # In a step; what is near is looked at once.
  def passes_of(row)
    row["setting"].start_with?("near") ? "" : format("%.1f", row["passes"])
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
       grouped(row["hits"]), format("%.1f", row["ms"]), times(row["ratio"])]
    end
    markdown(["scene", "pass", "k", "tests", "hits", "ms", "plain / this"], body)
  end

  # The continuous tests by set: of the three distances from the origin, the mean of means, the worst
  # of all, and sums.
  def ccd
    shown = ["sure", "sure, 1 mm apart", "cubic float", "cubic double"]
    by_set = rows("ccd").group_by { |row| [row["set"].sub(/, \d+ m away\z/, ""), row["method"]] }
    body = by_set.select { |(_, method), _| shown.include?(method) }.map do |(set, method), found|
      counts = %w[hits misses false_hits].map { |key| grouped(found.sum { |row| row[key] }) }
      [set, method, grouped((found.sum { |row| row["mean_ns"] } / found.size).round),
       grouped(found.map { |row| row["worst_ns"] }.max.round), *counts]
    end
    markdown(["queries", "test", "mean ns", "worst ns", "hits", "misses", "false hits"], body)
  end

  # Table 2 of 000, here and in the paper: each pair once is what the paper calls Default.
  def motion_table2
    body = rows("table2").map do |row|
      paper = row["paper_ratio"] ? times(row["paper_ratio"]) : ""
      [row["scene"], row["table"].split(", ").last, row["setting"], times(row["passes"]), grouped(row["tests"].round),
       format("%.2f", row["ms"]), times(row["ratio"]), times(row["work_ratio"]), paper, times(row["p99"] / row["p50"])]
    end
    markdown(["scene", "response", "setting", "passes", "tests", "ms", "gain in time", "in work", "paper", "p99 / median"], body)
  end

  # Detection of a step, contacts included, beside the paper's.
  def motion_detection
    found = rows("table2").select { |row| row["setting"] == "marking" && row["table"].end_with?("hem_step") }
    body = found.map { |row| [row["scene"], format("%.2f", row["detection_ms"]), row["paper_ms"].round.to_s] }
    markdown(["scene", "detection, ms a step", "the paper, Pentium 4"], body)
  end

  # Table 1 of 002: milliseconds a step, and shares here (in the paper).
  def motion_table1
    body = rows("table1").map do |row|
      shares = %w[detection response solver].map do |part|
        format("%.0f %% (%.0f %%)", 100 * row["#{part}_share"], 100 * row["paper_#{part}_share"])
      end
      [row["scene"], grouped(row["vertices"]), grouped(row["solid_triangles"]), format("%.1f", row["total_ms"]), *shares]
    end
    markdown(["scene", "vertices", "solid", "ms a step", "detection", "response", "solver"], body)
  end

  # Cloth that lies still, watched.
  def cloth_rest
    body = rows("rest").map do |row|
      [row["scene"], grouped(row["steps"]), format("%.0e", row["energy_max"]), format("%.4f", 1000 * row["speed_max"]),
       format("%.4f", 1000 * row["drift_max"]), format("%.2f", row["gap_p1"]), row["held"].to_s]
    end
    markdown(["play", "steps", "most energy, J/kg", "most speed, mm/s", "drift, mm", "gap, p1", "held"], body)
  end

  # Cloth beside others.
  def peers_cloth
    body = rows("peers_cloth").map do |row|
      name = row["lost"] ? "#{row["peer"]} (lost after #{row["steps"]})" : row["peer"]
      [row["scene"], name, format("%.1f", row["ms"]), format("%.1f", row["worst_ms"]),
       format("%.1f", row["intersections"] / row["steps"].to_f), grouped(row["intersections_worst"]),
       grouped(row["intersections_last"]), format("%.2f %%", 100 * row["stretch"])]
    end
    markdown(["play", "by", "ms a step", "worst", "crossings a step", "most", "in the last", "stretch"], body)
  end

  # Microseconds a vertex and step by phase, work and bytes a vertex, as scenes grow.
  def step_cost
    shown = %w[proximity integrate repel impact zone hold commit whole]
    sizes = rows("step_cost").group_by { |row| row.values_at("scene", "call", "vertices") }
    body = sizes.map do |(scene, call, vertices), found|
      by_phase = found.to_h { |row| [row["phase"], row] }
      whole = by_phase["whole"]
      [scene, call, grouped(vertices), *shown.map { |phase| format("%.2f", 1e-3 * by_phase[phase]["ns_per_vertex"]) },
       whole["work_per_vertex"].round.to_s, whole["bytes_per_vertex"].round.to_s]
    end
    markdown(["scene", "call", "vertices", *shown, "work", "bytes"], body)
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
