# The tables of docs/DESIGN.md about moving bodies, from build/reports/marking.json and
# continuous.json: methods of the module in docs.rb.
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
end
