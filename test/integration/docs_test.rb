#!/usr/bin/env ruby
# The documents: every feature is listed, every file they name exists, tables agree with the reports.
require "json"

ROOT = File.expand_path("../..", __dir__)
Dir.chdir(ROOT)
$failed = false

def check(name, problems)
  puts "#{problems.empty? ? "ok" : "not ok"} #{name}"
  problems.each { |problem| puts "    #{problem}" }
  $failed ||= !problems.empty?
end

FEATURES = { "000" => 25, "001" => 35, "002" => 26, "003" => 11, "004" => 5 }.freeze

listed = File.readlines("docs/FEATURES.md").map { |line| line.split("|").map(&:strip) }
             .select { |cells| cells[1] =~ /\A\d{3}-\d+\z/ }
expected = FEATURES.flat_map { |document, count| (1..count).map { |n| "#{document}-#{n}" } }
check("every_feature_is_listed_once", (expected - listed.map { |cells| cells[1] }) +
                                      listed.map { |cells| cells[1] }.tally.select { |_, n| n > 1 }.keys)

claims = listed.select { |cells| cells[3] != "not yet" }
check("a_feature_that_is_there_names_code_and_test",
      claims.select { |cells| cells[4].empty? || cells[5].empty? }.map { |cells| cells[1] })

named = File.read("docs/FEATURES.md").scan(%r{\b(?:src|inc|test|ports)/[\w/.-]+\w}).uniq
check("every_file_that_features_name_exists", named.reject { |path| File.exist?(path) })

links = Dir.glob("{README.md,CHANGELOG.md,docs/*.md,ports/*/README.md}").flat_map do |page|
  File.read(page).scan(/\]\(([^)#]+)\)/).flatten.reject { |link| link =~ /\Ahttps?:/ }
      .map { |link| [page, File.expand_path(link, File.dirname(page))] }
end
check("every_link_leads_somewhere", links.reject { |_, to| File.exist?(to) }.map { |from, to| "#{from}: #{to}" })

commands = Dir.glob("{README.md,docs/*.md}").flat_map { |page| File.read(page).scan(/\bmake ([a-z][a-z0-9-]*)/).flatten }
rules = ["Makefile", *Dir.glob("test/**/*.mk")].map { |path| File.read(path) }.join("\n").scan(/^([a-z][a-z0-9 -]*):/)
                                                    .flatten.flat_map(&:split)
check("every_make_command_in_the_documents_exists", (commands.uniq - rules).sort)

before = Dir.glob("{README.md,docs/*.md}").to_h { |page| [page, File.read(page)] }
refreshed = system("make", "-s", "docs", out: File::NULL)
stale = before.reject { |page, text| File.read(page) == text }.keys
before.each { |page, text| File.write(page, text) }
check("tables_agree_with_the_reports", refreshed ? stale : ["make docs failed"])

exit($failed ? 1 : 0)
