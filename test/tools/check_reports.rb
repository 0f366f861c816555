#!/usr/bin/env ruby
# `make check-reports`: validates every report in build/reports.
#
#   check_reports.rb [FOLDER]
#
# A report is {"schema":1,"command":"...","target":"...","rows":[...],"failed":n}. Known reports
# must have the keys of their table here in every row; others only the common form. Where the rows
# say by themselves whether something failed, `failed` must agree with them.
require "json"
require_relative "report"

class CheckReports
  KINDS = {
    text: ["a text", ->(value) { value.is_a?(String) && !value.strip.empty? }],
    count: ["a count", ->(value) { value.is_a?(Integer) && value >= 0 }],
    amount: ["a number from 0 on", ->(value) { value.is_a?(Numeric) && value.finite? && value >= 0 }],
    number: ["a number", ->(value) { value.is_a?(Numeric) && value.finite? }],
    maybe: ["a number or null", ->(value) { value.nil? || (value.is_a?(Numeric) && value.finite?) }],
    flag: ["true or false", ->(value) { [true, false].include?(value) }],
    hash: ["a hash of 16 hex digits", ->(value) { value.is_a?(String) && value.match?(/\A[0-9a-fA-F]{16}\z/) }],
    plain: ["a text, number, flag or null", lambda do |value|
      value.nil? || value.is_a?(String) || [true, false].include?(value) || (value.is_a?(Numeric) && value.finite?)
    end]
  }.freeze

  SUITES = { suite: :text, passed: :count, failed: :count, seconds: :amount }.freeze
  KEYS = {
    "test" => SUITES,
    "sanitize" => SUITES,
    "coverage" => { file: :text, lines: :count, lines_hit: :count, branches: :count, branches_hit: :count },
    "lint" => { check: :text, count: :count },
    "portability" => { target: :text, scene: :text, phase: :text, hash: :hash, equal: :flag },
    "memory" => { scene: :text, region: :text, bytes: :count, per_vertex: :amount },
    "broad" => { scene: :text, setting: :text, work: :amount, ms: :amount, ratio: :amount, pairs: :count },
    "coherence" => { scene: :text, setting: :text, work: :amount, ms: :amount, ratio: :amount },
    "peers" => { scene: :text, peer: :text, update_ms: :amount, query_ms: :amount, candidates: :count,
                 pairs: :count, pair_hash: :hash, agrees: :flag, allocations: :count, bytes: :count,
                 ratio: :amount },
    "tables" => { table: :text, scene: :text, setting: :text, work: :amount, ms: :amount, ratio: :amount,
                  paper_ratio: :maybe },
    "table2" => { table: :text, scene: :text, setting: :text, work: :amount, ms: :amount, ratio: :amount,
                  paper_ratio: :maybe, work_ratio: :amount, nr_ratio: :amount, nr_test_ratio: :amount,
                  tests: :amount, detection_ms: :amount, paper_ms: :maybe, p50: :amount, p99: :amount,
                  passes: :amount, hash: :hash },
    "frames" => { figure: :text, scene: :text, setting: :text, frame: :count, value: :amount },
    "table1" => { scene: :text, vertices: :count, steps: :count, detection_ms: :amount, response_ms: :amount,
                  solver_ms: :amount, total_ms: :amount, detection_share: :amount, response_share: :amount,
                  solver_share: :amount, paper_detection_share: :amount, paper_response_share: :amount,
                  paper_solver_share: :amount },
    "peers_cloth" => { scene: :text, peer: :text, steps: :count, ms: :amount, worst_ms: :amount, ratio: :amount,
                       intersections: :count, intersections_last: :count, intersections_worst: :count,
                       steps_with: :count, stretch: :number, lost: :flag },
    "scaling" => { scene: :text, triangles: :count, phase: :text, ms: :amount, ns_per_triangle: :amount,
                   bytes_per_triangle: :amount, work_per_triangle: :maybe, n_log_n: :flag },
    "fuzz" => { target: :text, seconds: :amount, executions: :count, crashes: :count },
    "soak" => { set: :text, cases: :count, pairs: :count, misses: :count, extras: :count, seed: :count },
    "ccd" => { set: :text, method: :text, count: :count, mean_ns: :amount, p99_ns: :amount,
               worst_ns: :amount, misses: :count, false_hits: :count, by_bound: :count,
               max_iterations: :count },
    "continuous" => { scene: :text, setting: :text, directions: :count, refit_ms: :amount, ms: :amount,
                      ratio: :amount, candidates: :count, hits: :count, misses: :count,
                      false_hits: :count, boxes: :count },
    "marking" => { scene: :text, setting: :text, by: :text, tests: :count, collisions: :count, nodes_refit: :count,
                   nodes_visited: :count, passes: :amount, open: :count, p50: :amount, p99: :amount, hash: :hash },
    "promise3" => { scene: :text, driver: :text, steps: :count, self: :count, deformable: :count, still: :count,
                    moving: :count, pinched: :count, held_vertices: :count, held_steps: :count,
                    pins_held: :count, uncounted: :count, hash: :hash },
    "starve" => { scene: :text, driver: :text, capacity: :text, value: :count, intersections: :count,
                  named_in_report: :flag, status_limited: :flag, honest: :flag, led_astray: :flag,
                  guard_ok: :flag, deterministic: :flag, bites: :flag, idle: :flag },
    "rest" => { scene: :text, steps: :count, energy_max: :amount, speed_max: :amount, drift_max: :amount,
                gap_p1: :number, held: :count },
    "cortex_m7" => { scene: :text, step: :count, phase: :text, hash: :hash, equal: :flag, block_bytes: :count,
                     per_vertex: :amount, stack_bytes: :count },
    "instructions" => { workload: :text, instructions: :count, kept: :maybe, ratio: :maybe },
    "step_cost" => { scene: :text, call: :text, vertices: :count, phase: :text, ns_per_vertex: :amount,
                     work_per_vertex: :amount, bytes_per_vertex: :amount, passes: :count,
                     near_linear: :flag },
    "work" => { scene: :text, driver: :text, p50: :amount, p99: :amount, worst: :amount, limit: :amount,
                passes: :count, pass_limit: :count, beyond: :flag }
  }.freeze
  OPTIONAL = { "lint" => { max_frame: :count, deepest_path_bytes: :count } }.freeze

  # For reports whose rows show by themselves that something is not as it should be.
  BAD_ROW = {
    "test" => ->(row) { row["failed"].positive? },
    "sanitize" => ->(row) { row["failed"].positive? },
    "lint" => ->(row) { row["count"].positive? },
    "portability" => ->(row) { !row["equal"] },
    "peers" => ->(row) { !row["agrees"] },
    "peers_cloth" => ->(row) { row["peer"] == "Hem" && row["intersections"].positive? },
    "scaling" => ->(row) { !row["n_log_n"] },
    "cortex_m7" => ->(row) { !row["equal"] },
    "step_cost" => ->(row) { !row["near_linear"] },
    "fuzz" => ->(row) { row["crashes"].positive? },
    "work" => ->(row) { row["beyond"] || row["worst"] > row["limit"] || row["passes"] > row["pass_limit"] },
    "soak" => ->(row) { (row["misses"] + row["extras"]).positive? },
    "promise3" => lambda do |row|
      row.values_at("self", "deformable", "still", "pinched", "uncounted").sum.positive? ||
        (row["held_steps"].positive? && 100 * row["held_steps"] >= row["steps"])
    end,
    "starve" => lambda do |row|
      row["intersections"].positive? || row["led_astray"] || row["idle"] ||
        !row.values_at("named_in_report", "status_limited", "honest", "guard_ok", "deterministic").all?
    end
  }.freeze

  def initialize(folder)
    @folder = folder
  end

  def run
    paths = Dir.glob(File.join(@folder, "*.json")).sort
    if paths.empty?
      puts "check-reports: no report in #{@folder}: run `make test` or `make lint` first"
      return 1
    end
    invalid = paths.count { |path| !check(path) }
    if invalid.zero?
      puts "check-reports: #{paths.size} reports, all valid"
    else
      puts "check-reports: #{invalid} of #{paths.size} reports are NOT valid"
    end
    invalid.zero? ? 0 : 1
  end

  private

  def check(path)
    name = File.basename(path, ".json")
    report, problems = read(path)
    problems ||= problems_of(name, report)
    rows = report.is_a?(Hash) && report["rows"].is_a?(Array) ? report["rows"].size : 0
    failed = report.is_a?(Hash) ? report["failed"] : "?"
    puts format("%-12s %5d rows  %s failed  %s", name, rows, failed, problems.empty? ? "valid" : "NOT VALID")
    problems.first(10).each { |problem| puts "    #{problem}" }
    puts "    ... and #{problems.size - 10} more" if problems.size > 10
    problems.empty?
  end

  def read(path)
    [JSON.parse(File.read(path)), nil]
  rescue JSON::ParserError, SystemCallError => error
    [nil, ["cannot be read: #{error.message.lines.first.strip}"]]
  end

  def problems_of(name, report)
    return ["is not an object"] unless report.is_a?(Hash)

    problems = []
    problems << "schema is #{report["schema"].inspect}, not 1" unless report["schema"] == 1
    %w[command target].each { |key| problems << "#{key} is not a text" unless valid?(:text, report[key]) }
    problems << "failed is not a count" unless valid?(:count, report["failed"])
    rows = report["rows"]
    return problems << "rows is not a list" unless rows.is_a?(Array)

    problems.concat(rows.each_with_index.flat_map { |row, index| row_problems(name, row, index) })
    problems.concat(consistency(name, rows, report["failed"])) if problems.empty?
    problems
  end

  def row_problems(name, row, index)
    return ["row #{index}: is not an object"] unless row.is_a?(Hash)

    required = KEYS[name] || {}
    kinds = required.merge(OPTIONAL[name] || {})
    missing = required.keys.map(&:to_s) - row.keys
    problems = missing.map { |key| "row #{index}: no #{key}" }
    row.each do |key, value|
      kind = kinds[key.to_sym] || :plain
      problems << "row #{index}: #{key} is #{value.inspect}, not #{KINDS[kind].first}" unless valid?(kind, value)
    end
    problems << "row #{index}: is empty" if row.empty?
    problems
  end

  def consistency(name, rows, failed)
    problems = []
    problems << "no rows, and nothing failed" if rows.empty? && failed.zero?
    problems.concat(coverage_problems(rows)) if name == "coverage"
    if name == "lint" && rows.none? { |row| row.key?("deepest_path_bytes") } && failed.zero?
      problems << "no row has max_frame and deepest_path_bytes"
    end
    if (bad_row = BAD_ROW[name]) && !rows.empty?
      bad = rows.count(&bad_row)
      problems << "failed is 0, but #{bad} rows failed" if failed.zero? && bad.positive?
      problems << "failed is #{failed}, but no row failed" if failed.positive? && bad.zero?
    end
    problems
  end

  def coverage_problems(rows)
    rows.each_with_index.filter_map do |row, index|
      "row #{index}: more hits than there are" if row["lines_hit"] > row["lines"] || row["branches_hit"] > row["branches"]
    end
  end

  def valid?(kind, value)
    KINDS[kind].last.call(value)
  end
end

if $PROGRAM_NAME == __FILE__
  abort "usage: check_reports.rb [FOLDER]" if ARGV.size > 1
  exit CheckReports.new(ARGV.first || Report.folder).run
end
