# The tables of docs/DESIGN.md about trees, from build/reports/tables.json and scaling.json: methods
# of the module in docs.rb.
module Tables
  module_function

  # The rows of one table of tables.json, found by scene and setting.
  def compared(table)
    rows("tables").select { |row| row["table"] == table }
                  .to_h { |row| [[row["scene"], row["setting"]], row] }
  end

  def times(number)
    format(number < 10 ? "%.2f" : "%.0f", number)
  end

  # Patches beside trees of one triangle a leaf: their own milliseconds, then how many times as much
  # the others take, each as update / query.
  def trees_gain
    found = compared("patches")
    shown = { "AABB, 4-ary" => "triangles, k = 6, 4-ary", "18-DOP, 4-ary" => "triangles, k = 18, 4-ary",
              "connected" => "triangles, connected, 4-ary", "connected, hybrid" => "the same, hybrid" }
    scenes = found.keys.map(&:first).uniq
    body = scenes.map do |scene|
      patches = found[[scene, "patches, k = 6, 4-ary"]]
      cells = shown.values.map do |setting|
        %w[update_ms query_ms].map { |part| times(found[[scene, setting]][part] / patches[part]) }.join(" / ")
      end
      best = found.select { |(of, setting), _| of == scene && !setting.start_with?("patches") }
                  .values.map { |row| row["ratio"] }.min
      [scene, format("%.3f / %.3f", patches["update_ms"], patches["query_ms"]), *cells, times(best)]
    end
    markdown(["scene", "patches, ms", *shown.keys, "best of all, in all"], body)
  end

  # Refits on demand by bottom-up refits of the same tree.
  def trees_refits
    found = compared("003 refits")
    shown = { "binary" => "binary, %s", "4-ary" => "4-ary, %s", "8-ary" => "8-ary, %s",
              "patches, without leaves" => "patches, %s, walk" }
    frames = %w[contact halfway deep]
    body = shown.map do |name, setting|
      cells = frames.product(%w[top-down hybrid]).map do |frame, refit|
        times(found[["E5-20480 #{frame}", format(setting, refit)]]["ratio"])
      end
      [name, *cells]
    end
    markdown(["tree", *frames.product(%w[top-down hybrid]).map { |frame, refit| "#{frame}, #{refit}" }], body)
  end

  # 002's settings by what it found best, here (in the paper).
  def trees_sheets
    found = compared("002 total")
    scenes = found.keys.map(&:first).uniq
    settings = found.keys.map(&:last).uniq
    body = settings.map do |setting|
      cells = scenes.map do |scene|
        row = found[[scene, setting]]
        paper = row["paper_ratio"] ? " (#{times(row["paper_ratio"])})" : ""
        "#{times(row["ratio"])}#{paper}"
      end
      [setting, *cells]
    end
    markdown(["setting", *scenes], body)
  end

  # Patch trees by k and degree: time by the default, and for motion the pairs of leaves.
  def trees_directions
    tables = { "k, discrete" => "", "k, proximity" => "", "k, swept" => ", swept" }
    columns = tables.flat_map do |table, suffix|
      found = compared(table)
      found.keys.map(&:first).uniq.map { |scene| [found, scene, "#{scene}#{suffix}"] }
    end
    settings = columns.first[0].keys.map(&:last).uniq
    body = settings.map do |setting|
      cells = columns.map do |found, scene, name|
        row = found[[scene, setting]]
        base = found[[scene, settings.first]]
        value = times(row["ratio"])
        name.end_with?("swept") ? "#{value} (#{times(row["leaf_pairs"] / base["leaf_pairs"].to_f)})" : value
      end
      [setting, *cells]
    end
    markdown(["tree", *columns.map(&:last)], body)
  end

  def trees_break_even
    found = compared("k, swept, break-even")
    scenes = found.keys.map(&:first).uniq
    body = found.keys.map(&:last).uniq.map do |setting|
      [setting, *scenes.map { |scene| format("%.0f", found[[scene, setting]]["ratio"]) }]
    end
    markdown(["tree", *scenes], body)
  end

  def span(numbers)
    numbers.minmax.map { |number| times(number) }.uniq.join(" to ")
  end

  # The papers' claims, over all scenes that were asked. Refits have a table of their own, and
  # patches are no paper's.
  def trees_orderings
    claims = rows("tables").select { |row| row["table"] == "orderings" }
    claims.reject! { |row| row["setting"].match?(/hybrid not slower|patches faster|patches, lazy|within 10/) }
    body = claims.group_by { |row| row["setting"] }.map do |claim, found|
      paper = found.filter_map { |row| row["paper_ratio"] }
      held = found.select { |row| row["holds"] }
      verdict = held.size == found.size ? "yes" : held.empty? ? "no" : held.map { |row| row["scene"] }.join("; ")
      [claim, span(found.map { |row| row["ratio"] }), paper.empty? ? "" : span(paper), verdict]
    end
    markdown(["claim", "here", "paper", "holds"], body)
  end

  # Nanoseconds and bytes a triangle of one scene, as it grows.
  def trees_scaling
    scene = rows("scaling").select { |row| row["scene"] == "folded sheet" }
    phases = scene.map { |row| row["phase"] }.uniq
    body = scene.group_by { |row| row["triangles"] }.map do |triangles, found|
      cells = phases.map do |phase|
        row = found.find { |candidate| candidate["phase"] == phase }
        bytes = row["bytes_per_triangle"].positive? ? " (#{row["bytes_per_triangle"].round})" : ""
        "#{format(row["ns_per_triangle"] < 10 ? "%.1f" : "%.0f", row["ns_per_triangle"])}#{bytes}"
      end
      [grouped(triangles), *cells]
    end
    markdown(["triangles", *phases], body)
  end

  # How full leaves are: work of building a tree is its leaves.
  def trees_leaves
    built = rows("scaling").select { |row| row["phase"] == "build tree" }
    throw :missing, "scaling" unless built.all? { |row| row["work_per_triangle"] }
    body = built.group_by { |row| row["scene"] }.map do |scene, found|
      fill = found.sort_by { |row| row["triangles"] }.map { |row| format("%.1f", 1 / row["work_per_triangle"]) }
      [scene, grouped(found.map { |row| row["triangles"] }.min), fill.first,
       grouped(found.map { |row| row["triangles"] }.max), fill.last]
    end
    markdown(["scene", "triangles", "in a leaf", "triangles", "in a leaf"], body)
  end
end
