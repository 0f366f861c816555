# Ceedling plugin: what tests link besides themselves is compiled once a build context (test, gcov,
# sanitize) into one static library. Without it every test compiles its sources for itself.
#
# project.yml names the files under :source_library, and `hem_tests` under :libraries. A test takes
# from the library what nothing else defines: a mock, or a source that a test includes whole, wins.
# What Ceedling would compile for a test all the same (Unity, the source of a header that the test
# includes, TEST_SOURCE_FILE) is copied from there.
require "ceedling/constants"
require "ceedling/exceptions"
require "ceedling/plugins/plugin"
require "open3"

class SourceLibrary < Plugin
  NAME = "libhem_tests.a"

  def setup
    patterns = @ceedling[:setupinator].config_hash[:source_library][:files]
    @sources = Dir.glob(patterns).reject { |file| File.basename(file).start_with?("test_") }.sort
    @sources << File.join(PROJECT_BUILD_VENDOR_UNITY_PATH, UNITY_C_FILE)
    @tracker = @ceedling[:dependinator]
    @build = @ceedling[:test_build_setup]
    @configurator = @ceedling[:configurator]
  end

  # Its own cache of what is up to date: Ceedling opens that of the context afterwards.
  def pre_test_build(context, _seconds)
    @tracker.open(identifier: :"#{context}_library")
    FileUtils.mkdir_p(folder(context))
    @ceedling[:batchinator].exec(workload: :compile, things: @sources) { |source| compile(context, source) }
    archive(context)
  ensure
    @tracker.flush(refresh_dependencies: true)
  end

  # Comes after the plugins that choose the compiler of a context.
  def pre_test_compile_register(step)
    made = object(step[:context], step[:source])
    return if step[:object] == made || !@sources.include?(step[:source])

    copy = ["\"#{made}\"", "\"${2}\"", "&& cp \"#{made}.d\"", "\"${4}\""]
    step.merge!(tool: { name: "copy_of_the_library", executable: "cp", arguments: copy }, flags: [])
    @tracker.register(step[:object], files: [made])
  end

  def pre_compile_execute(step)
    step[:msg] = "Copying #{File.basename(step[:object])}" if step[:tool][:executable] == "cp"
  end

  # A new library links its tests again.
  def pre_test_link_register(step)
    step[:flags] += ["-L\"#{folder(step[:context])}\""]
    @tracker.register(step[:executable], files: [library(step[:context])])
  end

  private

  def folder(context)
    File.join(PROJECT_BUILD_ROOT, context.to_s, "library")
  end

  def library(context)
    File.join(folder(context), NAME)
  end

  # Base names are unique over all folders.
  def object(context, source)
    File.join(folder(context), "#{File.basename(source, ".c")}.o")
  end

  # With the compiler, flags and defines that a test of this context would be given.
  def compile(context, source)
    object = object(context, source)
    step = { context: context, operation: OPERATION_COMPILE_SYM, source: source, object: object,
             module_name: File.basename(source, ".c"), tool: @configurator.tools_test_compiler,
             flags: @build.flags(context: context, operation: OPERATION_COMPILE_SYM, filepath: source),
             defines: @build.context_defines(context: context, filepath: source) +
                      @build.framework_defines + @build.runner_defines }
    @ceedling[:plugin_manager].pre_test_compile_register(step)
    dependencies = "#{object}.d"
    @tracker.register(object, files: [source], meta: { search_paths: search_paths, tools: [step[:tool]], **step.slice(:flags, :defines) })
    @tracker.register_gcc_deps_file(dependencies) if File.exist?(dependencies)
    return unless @tracker.stale?(object)

    @ceedling[:generator].generate_object_file_c(search_paths: search_paths, dependencies: dependencies,
                                                 **step.except(:operation))
    @tracker.register_gcc_deps_file(dependencies)
    @tracker.mark_fresh(object)
  end

  def search_paths
    @configurator.collection_paths_support + @configurator.collection_paths_include + @configurator.collection_paths_vendor
  end

  def archive(context)
    target = library(context)
    objects = @sources.map { |source| object(context, source) }
    @tracker.register(target, files: objects, meta: { objects: objects })
    return unless @tracker.stale?(target)

    FileUtils.rm_f(target)
    output, status = Open3.capture2e("ar", "rcs", target, *objects)
    raise CeedlingException.new("#{target} cannot be made: #{output}") unless status.success?

    @tracker.mark_fresh(target)
  end
end
