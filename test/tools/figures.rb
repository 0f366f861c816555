#!/usr/bin/env ruby
# `make figures`: the papers' figures and tables as plots, build/figures/*.svg, from the reports in
# build/reports/. What has no report is left out, and the command that makes it is named.
require "json"
require_relative "plot"
require_relative "report"

module Figures
  FOLDER = File.join(Report::ROOT, "build", "figures")
  SCENES = { "E2" => "cloth pile", "E3" => "tumbling torus", "E4" => "garment",
             "E4 pressed" => "garment, pressed at the hips" }.freeze
  SETTINGS = { "NR" => "Default (each pair once)", "PBV" => "primitive volumes", "marking" => "and marking" }.freeze

  module_function

  def rows(report)
    path = File.join(Report.folder, "#{report}.json")
    throw :missing, report unless File.exist?(path)
    JSON.parse(File.read(path))["rows"]
  end

  # Frames of a figure by setting: lists of [frame, value].
  def frames(figure, scene)
    found = rows("frames").select { |row| row["figure"] == figure && row["scene"] == scene }
    found.group_by { |row| row["setting"] }
         .transform_values { |list| list.map { |row| [row["frame"], row["value"]] } }
  end

  def detection(number, scene, log_y: false)
    found = frames("000 figure #{number}", scene)
    series = SETTINGS.to_h { |setting, name| [name, found[setting]] }
    series["hem_step"] = found["marking, hem_step"]
    Plot.new("000 Figure #{number}: #{SCENES[scene]}", "step", "continuous detection, ms a step",
             note: "The paper's response, and hem_step, whose solve knows contacts")
        .lines(series, dashed: ["hem_step"], log_y: log_y)
  end

  def tests_by_collisions
    found = frames("000 figure 7", "E2")
    series = SETTINGS.slice("NR", "PBV").to_h { |setting, name| [name, found[setting]] }
    Plot.new("000 Figure 7: cloth pile", "step", "tests a pair closer than the thickness",
             note: "The paper at rest: 32 and 4.4").lines(series)
  end

  # How much marking gains, by how many passes the step took.
  def marking_by_passes
    series = SCENES.to_h do |scene, name|
      passes = frames("passes", scene)["the paper's response"].to_h
      [name, frames("marking", scene)["gain"].map { |frame, gain| [passes[frame], gain] }]
    end
    Plot.new("000 6.2: marking gains with the passes of a step", "passes of the step, the paper's response",
             "time without marks / with").points(series, log_x: true)
  end

  def table2
    groups = []
    found = Hash.new { |hash, key| hash[key] = [] }
    rows("table2").group_by { |row| row.values_at("table", "scene") }.each do |(table, scene), list|
      groups << "#{scene}, #{table.split(", ").last.sub("the paper's response", "paper's")}"
      by_setting = list.to_h { |row| [row["setting"], row] }
      base = by_setting["NR"]
      { "PBV by tests" => base["tests"].to_f / [by_setting["PBV"]["tests"], 1].max,
        "PBV by time" => base["ms"] / by_setting["PBV"]["ms"],
        "marking by time" => by_setting["PBV"]["ms"] / by_setting["marking"]["ms"],
        "paper: PBV" => by_setting["PBV"]["paper_ratio"],
        "paper: marking" => by_setting["marking"]["paper_ratio"] }.each { |name, value| found[name] << value }
    end
    Plot.new("000 Table 2: gains", "scene and response", "times", note: "PBV against Default, which tests each pair once; marking against PBV")
        .bars(groups, found, log_y: true).mark(1)
  end

  # 002: one setting changed at a time, by the best one.
  def changed(part)
    found = rows("tables").select { |row| row["table"] == "002 #{part}" }
    shown = ["unoriented", "AABB", "binary"]
    scenes = found.map { |row| row["scene"] }.uniq
    series = shown.product([["", "ratio"], [", paper", "paper_ratio"]]).to_h do |setting, (suffix, key)|
      by_scene = found.select { |row| row["setting"] == setting }.to_h { |row| [row["scene"], row[key]] }
      ["#{setting}#{suffix}", scenes.map { |scene| by_scene[scene] }]
    end
    Plot.new("002 Tables 2 to 5: #{part}", "scene", "times 18-DOP, 4-ary, oriented").bars(scenes, series, log_y: true).mark(1)
  end

  def table1
    parts = { "detection" => "detection", "response" => "response", "solver" => "solver" }
    found = rows("table1")
    groups = found.flat_map { |row| [row["scene"], "paper"] }
    series = parts.to_h do |name, key|
      [name, found.flat_map { |row| [100.0 * row["#{key}_share"], 100.0 * row["paper_#{key}_share"]] }]
    end
    Plot.new("002 Table 1: where the time goes", "scene, and the same in the paper", "per cent of a step").bars(groups, series, stacked: true)
  end

  def step_cost(scene)
    found = rows("step_cost").select { |row| row["scene"] == scene && row["call"] == "hem_step" }
    shown = %w[proximity integrate repel impact commit whole]
    series = shown.to_h do |phase|
      of_phase = found.select { |row| row["phase"] == phase }
      [phase, of_phase.map { |row| [row["vertices"], 1e-3 * row["ns_per_vertex"]] }]
    end
    Plot.new("A step of hem_step: #{scene}", "vertices", "microseconds a vertex").lines(series, log_x: true, log_y: true)
  end

  def peers_cloth(key, title, label)
    found = rows("peers_cloth")
    scenes = found.map { |row| row["scene"] }.uniq
    series = found.group_by { |row| row["peer"] }.transform_values do |list|
      scenes.map { |scene| list.find { |row| row["scene"] == scene }&.then { |row| row[key].to_f / (key == "intersections" ? row["steps"] : 1) } }
    end
    Plot.new(title, "play", label).bars(scenes, series)
  end

  ALL = {
    "000-figure-6" => -> { detection(6, "E2", log_y: true) },
    "000-figure-7" => -> { tests_by_collisions },
    "000-figure-8" => -> { detection(8, "E3") },
    "000-figure-9" => -> { detection(9, "E4") },
    "000-marking-by-passes" => -> { marking_by_passes },
    "000-table-2" => -> { table2 },
    "002-table-1" => -> { table1 },
    "002-tables-2-to-5-update" => -> { changed("update") },
    "002-tables-2-to-5-test" => -> { changed("test") },
    "002-tables-2-to-5-total" => -> { changed("total") },
    "step-cost-larger-sheets" => -> { step_cost("larger sheets") },
    "step-cost-more-piles" => -> { step_cost("more piles") },
    "peers-cloth-time" => -> { peers_cloth("ms", "Cloth beside Bullet: time", "milliseconds a step") },
    "peers-cloth-crossings" => -> { peers_cloth("intersections", "Cloth beside Bullet: crossings", "edges through faces, a step") }
  }.freeze

  COMMANDS = { "frames" => "table2" }.freeze

  def draw(name, figure)
    made = nil
    missing = catch(:missing) do
      made = instance_exec(&figure).to_svg
      nil
    end
    if missing
      command = (COMMANDS[missing] || missing).tr("_", "-")
      puts "figures: no #{name}; `make #{command}` makes its report"
      return
    end
    File.write(File.join(FOLDER, "#{name}.svg"), made)
    puts "figures: build/figures/#{name}.svg"
  end
end

FileUtils.mkdir_p(Figures::FOLDER)
Figures::ALL.each { |name, figure| Figures.draw(name, figure) }
