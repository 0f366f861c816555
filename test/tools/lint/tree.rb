# The tree that is linted: its files, their text with and without comments, and running tools on
# it. Everything that lint builds goes to build/lint of that tree.
require "etc"
require "fileutils"
require "open3"

# A place in the tree where something is wrong.
Finding = Struct.new(:file, :line, :text) do
  def to_s
    place = [file, line].compact.join(":")
    place.empty? ? text : "#{place}: #{text}"
  end
end

class MissingTool < StandardError
end

class Tree
  LAYERS = %w[base mesh tree narrow detect respond untangle cloth world].freeze

  attr_reader :root

  def initialize(root)
    @root = File.expand_path(root)
    @text = {}
    @code = {}
  end

  # Every file that belongs to the project, relative to the root: what git tracks or would track.
  # A folder that is no repository of its own is walked instead.
  def files
    @files ||= (git_files || walked_files).select { |file| File.file?(path(file)) }.sort
  end

  def select(pattern)
    files.grep(pattern)
  end

  def library_sources
    select(%r{\Asrc/.*\.c\z})
  end

  def library_headers
    select(%r{\Asrc/.*\.h\z})
  end

  def public_headers
    select(%r{\Ainc/.*\.h\z})
  end

  # The code that must keep the rules of the core.
  def core
    library_sources + library_headers + public_headers
  end

  def path(file)
    File.join(@root, file)
  end

  def build(*parts)
    place = File.join(@root, "build", "lint", *parts)
    FileUtils.mkdir_p(File.dirname(place))
    place
  end

  def text(file)
    @text[file] ||= File.binread(path(file)).force_encoding("UTF-8").scrub("?")
  end

  # The text with comments, strings and character constants blanked, line by line as before.
  # Names in #include lines stay.
  def code(file)
    @code[file] ||= blank(text(file))
  end

  def each_code_line(file)
    code(file).each_line(chomp: true).with_index(1) { |line, number| yield line, number }
  end

  # Runs a command at the root; returns whether it succeeded, and all it printed.
  def run(*command, input: "")
    output, status = Open3.capture2e(*command, chdir: @root, stdin_data: input)
    [status.success?, output]
  rescue Errno::ENOENT
    raise MissingTool, command.first
  end

  # Does the block for every item, as many at a time as there are processors; results in order.
  def parallel(items)
    results = Array.new(items.size)
    queue = Queue.new
    items.each_index { |index| queue << index }
    workers = Array.new([Etc.nprocessors, items.size].min) do
      Thread.new do
        Thread.current.report_on_exception = false
        loop do
          index = queue.pop(true)
          results[index] = yield items[index]
        rescue ThreadError
          break
        end
      end
    end
    workers.each(&:join)
    results
  end

  private

  def git_files
    return nil unless File.exist?(path(".git"))

    output, status = Open3.capture2("git", "-C", @root, "ls-files", "-z", "--cached", "--others",
                                    "--exclude-standard")
    status.success? ? output.split("\0").uniq : nil
  rescue Errno::ENOENT
    raise MissingTool, "git"
  end

  def walked_files
    Dir.glob("**/*", File::FNM_DOTMATCH, base: @root).reject do |file|
      file.match?(%r{(\A|/)(build|node_modules|\.git)(/|\z)})
    end
  end

  TOKEN = %r{
      /\*.*?\*/                      # comment
    | //[^\n]*                       # comment to the end of the line
    | ^[ \t]*\#[ \t]*include[ \t]*(?:<[^>\n]*>|"[^"\n]*")   # kept
    | "(?:\\.|[^"\\\n])*"            # string
    | '(?:\\.|[^'\\\n])*'            # character
  }mx

  def blank(source)
    source.gsub(TOKEN) do |token|
      token.match?(/\A[ \t]*#/) ? token : token.gsub(/[^\n]/, " ")
    end
  end
end
