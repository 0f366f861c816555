# The tables of docs/DESIGN.md about passes over bodies and what they keep from step to step, from
# build/reports/broad.json and coherence.json: methods of the module in docs.rb.
module Tables
  module_function

  # A row of a report by scene and setting.
  def by_setting(report)
    rows(report).to_h { |row| [[row["scene"], row["setting"]], row] }
  end

  # How many times as fast as brute force the sweep is: motions by numbers of bodies.
  def broad_gain
    shown = [20, 50, 100, 150, 200, 500, 1000, 2000, 10_000]
    found = by_setting("broad")
    motions = found.keys.map { |scene, _| scene.sub(/-\d+\z/, "") }.uniq
    body = motions.map do |motion|
      [motion.tr("-", " "), *shown.map { |count| times(found[["#{motion}-#{count}", "sweep"]]["ratio"]) }]
    end
    markdown(["bodies", *shown.map { |count| grouped(count) }], body)
  end

  # How many times as fast as from the roots, or as measuring all, and the share of the work left.
  def coherence_gain
    found = by_setting("coherence")
    shown = { "front" => ["walk", "roots", "front"],
              "made anew every 8 steps" => ["walk", "roots", "front-anew-every-8"],
              "made anew every step" => ["walk", "roots", "front-anew-every-1"],
              "contacts" => %w[contacts measured kept] }
    scenes = found.keys.map { |scene, _| scene.split(" ").first }.uniq
    body = scenes.map do |scene|
      cells = shown.values.map do |part, base, setting|
        row = found[["#{scene} #{part}", setting]]
        row ? "#{times(row["ratio"])} (#{share(row, found[["#{scene} #{part}", base]])})" : ""
      end
      [scene.tr("-", " "), *cells]
    end
    markdown(["scene", *shown.keys], body)
  end

  def share(row, base)
    base["work"].positive? ? format("%.2f", row["work"] / base["work"].to_f) : "0.00"
  end
end
