# Reports: the machine-readable result of a command, in build/reports/<name>.json.
#
# Every script that measures or checks ends with Report.write_report, and its exit status is not
# zero when `failed` is not zero.
require "fileutils"
require "json"
require "rbconfig"

module Report
  ROOT = File.expand_path("../..", __dir__)

  module_function

  def folder
    @folder ||= File.join(ROOT, "build", "reports")
  end

  # For tools that look at another tree than their own: its reports belong to it.
  def of_tree(root)
    @folder = File.join(root, "build", "reports")
  end

  # Machine, system and compiler, for example "x86_64-linux gcc 12.2.0".
  def target
    machine = RbConfig::CONFIG["host_cpu"]
    system = RbConfig::CONFIG["host_os"].sub(/-gnu\z/, "")
    version = begin
      IO.popen(%w[gcc -dumpfullversion], err: File::NULL, &:read).strip
    rescue SystemCallError
      ""
    end
    version.empty? ? "#{machine}-#{system}" : "#{machine}-#{system} gcc #{version}"
  end

  # Writes the report and returns its path. `rows` is a list of hashes, `failed` the number of rows
  # that are not as they should be.
  def write_report(name, command, rows, failed)
    FileUtils.mkdir_p(folder)
    path = File.join(folder, "#{name}.json")
    report = { schema: 1, command: command, target: target, rows: rows, failed: failed }
    File.write(path, "#{JSON.pretty_generate(report)}\n")
    path
  end
end
