#!/usr/bin/env ruby
# `make docs`: writes the tables of README.md and docs/ anew from the reports in build/reports/.
#
# A table stands between the lines `<!-- table: NAME -->` and `<!-- end -->`.
require "json"
require_relative "report"

module Tables
  module_function

  def rows(report)
    path = File.join(Report.folder, "#{report}.json")
    throw :missing, report unless File.exist?(path)
    JSON.parse(File.read(path))["rows"]
  end

  def markdown(head, body)
    lines = [head, head.map { |name| name == head.first ? "---" : "---:" }] + body
    lines.map { |cells| "| #{cells.join(" | ")} |" }.join("\n")
  end

  def grouped(number)
    number.to_s.reverse.scan(/\d{1,3}/).join(",").reverse
  end

  # Whole scenes: what a user multiplies by.
  def sizes
    shown = %w[E19 E2 E3 E5-20480 E11-stack E6-bumpy]
    totals = rows("memory").select { |row| row["region"] == "total" && shown.include?(row["scene"]) }
    body = totals.sort_by { |row| row["vertices"] }.map do |row|
      [row["scene"], grouped(row["bodies"]), grouped(row["vertices"]), grouped(row["triangles"]),
       grouped(row["resolve_bytes"]), format("%.0f", row["resolve_bytes"] / row["vertices"].to_f),
       grouped(row["bytes"]), format("%.0f", row["per_vertex"])]
    end
    markdown(["scene", "bodies", "vertices", "triangles", "to resolve", "a vertex", "to simulate", "a vertex"], body)
  end

  def regions
    shown = %w[E2 E4 E5-20480 E11-tangled]
    by_region = rows("memory").group_by { |row| row["region"] }
    body = by_region.map do |region, found|
      cells = shown.map do |scene|
        row = found.find { |candidate| candidate["scene"] == scene }
        format("%.1f", row["per_vertex"])
      end
      [region, *cells]
    end
    totals = by_region["total"].to_h { |row| [row["scene"], row] }
    resolve = shown.map { |scene| totals[scene]["resolve_bytes"] / totals[scene]["vertices"].to_f }
    markdown(["region", *shown], body + [["resolve only", *resolve.map { |each| format("%.1f", each) }]])
  end
end

require_relative "docs_trees"
require_relative "docs_passes"
require_relative "docs_motion"
require_relative "docs_plays"

# A table whose report was not made stays as it is: timings are not made anew for every check.
def table(name, before)
  made = nil
  missing = catch(:missing) do
    made = Tables.send(name)
    nil
  end
  puts "docs: #{name} stays as it is; `make #{missing.tr("_", "-")}` makes its report" if missing
  made ? "#{made}\n" : before
end

changed = 0
Dir.glob(File.join(Report::ROOT, "{README.md,docs/*.md}")).sort.each do |path|
  before = File.read(path)
  after = before.gsub(/(<!-- table: (\w+) -->\n)(.*?)(<!-- end -->)/m) do
    head, name, body, tail = Regexp.last_match.captures
    "#{head}#{table(name, body)}#{tail}"
  end
  next if after == before

  File.write(path, after)
  changed += 1
  puts "docs: #{File.basename(path)} refreshed"
end
puts "docs: #{changed} files changed; the tables agree with build/reports/."
