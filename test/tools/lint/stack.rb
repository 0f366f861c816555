# The call graph of the whole library, from what gcc writes beside each object: no recursion, no
# frame over the limit, no call that cannot be followed, and the deepest path in bytes.
#
# What the port and memcpy and its kin use comes on top: they are not part of the library.
require_relative "compile"

class Stack
  FRAME_LIMIT = 1024
  BUILDS = [Compile::HOST, Compile::CORTEX].freeze
  INDIRECT = "__indirect_call"

  # Calls through function pointers cannot be read from the graph. This file of the linted tree
  # says where they may lead, one line a calling function: `caller: target target ...`.
  TABLE = "test/tools/lint/indirect_calls.txt"

  Node = Struct.new(:title, :name, :place, :bytes, :dynamic, :calls)
  Call = Struct.new(:target, :place)

  def initialize(tree, compile)
    @tree = tree
    @compile = compile
    @table = read_table
    @graphs = {}
  end

  # Cycles in the calls that the source writes and in those that the compilers left.
  def recursion
    Compile::BUILDS.flat_map do |build|
      broken = @compile.broken(build)
      next broken unless broken.empty?

      nodes = graph(build)
      cycles(nodes).map do |cycle|
        names = cycle.map { |title| nodes[title].name }
        Finding.new(nodes[cycle.first].place, nil, "recursion: #{(names + names.first(1)).join(" > ")}")
      end
    end.uniq { |finding| finding.text.delete_prefix("recursion: ").split(" > ").uniq.sort }
  end

  # Calls through pointers that the table does not explain, and lines of the table that explain
  # nothing.
  def indirect_calls
    broken = @compile.broken(Compile::AS_WRITTEN)
    return broken unless broken.empty?

    nodes = graph(Compile::AS_WRITTEN)
    callers = nodes.values.select { |node| node.calls.any? { |call| call.target == INDIRECT } }
    found = callers.reject { |node| @table.key?(node.name) }.map do |node|
      Finding.new(node.place, nil, "#{node.name} calls through a pointer; name its targets in #{TABLE}")
    end
    names = nodes.values.select(&:bytes).map(&:name)
    @table.each do |caller, targets|
      unless callers.any? { |node| node.name == caller }
        found << Finding.new(TABLE, nil, "#{caller} calls nothing through a pointer")
      end
      (targets - names).each { |name| found << Finding.new(TABLE, nil, "no function #{name}") }
    end
    found
  end

  # Frames over the limit or of unknown size in one build.
  def frames(build)
    broken = @compile.broken(build)
    return broken unless broken.empty?

    graph(build).values.select(&:bytes).filter_map do |node|
      if node.dynamic
        Finding.new(node.place, nil, "#{node.name} has a frame of variable size (#{build.name})")
      elsif node.bytes > FRAME_LIMIT
        Finding.new(node.place, nil,
                    "#{node.name} has a frame of #{node.bytes} bytes, over #{FRAME_LIMIT} (#{build.name})")
      end
    end
  end

  # The largest frame, and the deepest path with its bytes; nil where the build is broken.
  def depth(build)
    return nil unless @compile.broken(build).empty?

    nodes = graph(build)
    known = nodes.values.select(&:bytes)
    return { max_frame: 0, bytes: 0, path: [] } if known.empty?

    memo = {}
    deepest = known.map { |node| deepest_from(nodes, node.title, memo, []) }.max_by(&:first)
    { max_frame: known.map(&:bytes).max, bytes: deepest.first,
      path: deepest.last.map { |title| nodes[title].name } }
  end

  private

  def read_table
    return {} unless @tree.files.include?(TABLE)

    @tree.text(TABLE).each_line(chomp: true).reject { |line| line.strip.empty? || line.start_with?("#") }
         .to_h { |line| line.split(":", 2).then { |caller, targets| [caller.strip, targets.to_s.split] } }
  end

  def graph(build)
    @graphs[build.name] ||= begin
      nodes = {}
      @compile.objects(build).each { |object| read_graph(object.sub(/\.o\z/, ".ci"), nodes) }
      resolve(nodes, build)
      nodes
    end
  end

  NODE = /\Anode: \{ title: "([^"]*)" label: "([^"]*)"/
  EDGE = /\Aedge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"(?: label: "([^"]*)")?/

  # One .ci file. An inline function of a header appears once for each file that kept a copy: the
  # copies count as one function with the largest of their frames.
  def read_graph(path, nodes)
    File.foreach(path) do |line|
      if (match = NODE.match(line))
        name, place, usage = match[2].split("\\n")
        node = nodes[match[1]] ||= Node.new(match[1], plain(name), place, nil, false, [])
        next unless (size = usage&.match(/(\d+) bytes \((.*)\)/))

        node.place = place
        node.bytes = [node.bytes || 0, size[1].to_i].max
        node.dynamic ||= size[2] == "dynamic"
      elsif (match = EDGE.match(line))
        nodes[match[1]] ||= Node.new(match[1], plain(match[1]), nil, nil, false, [])
        nodes[match[1]].calls |= [Call.new(match[2], match[3])]
      end
    end
  end

  # The name in the source: without the file, and without the suffixes of copies that gcc made.
  def plain(name)
    name.sub(/\A.*:/, "").sub(/(\.(constprop|isra|part|cold)(\.\d+)?)+\z/, "")
  end

  # Replaces calls through pointers by calls of what the table names for the function that wrote
  # the call, which after inlining need not be the one that contains it.
  def resolve(nodes, build)
    writers = build == Compile::AS_WRITTEN ? nodes : graph(Compile::AS_WRITTEN)
    writer_of = {}
    writers.each_value do |node|
      node.calls.each { |call| writer_of[call.place] ||= node.name if call.target == INDIRECT }
    end
    by_name = nodes.values.select(&:bytes).group_by(&:name)
    nodes.each_value do |node|
      node.calls.select { |call| call.target == INDIRECT }.each do |call|
        targets = @table[writer_of[call.place] || node.name] || []
        targets.each do |name|
          (by_name[name] || []).each { |target| node.calls |= [Call.new(target.title, call.place)] }
        end
      end
    end
  end

  def deepest_from(nodes, title, memo, open)
    return memo[title] if memo.key?(title)

    node = nodes[title]
    return [0, []] if node.nil? || node.bytes.nil? || open.include?(title)

    below = node.calls.map { |call| deepest_from(nodes, call.target, memo, open + [title]) }
                .max_by(&:first) || [0, []]
    memo[title] = [node.bytes + below.first, [title] + below.last]
  end

  # Each function that can reach itself, with the shortest way round, one for each set of
  # functions.
  def cycles(nodes)
    nodes.keys.filter_map { |title| way_round(nodes, title) }.uniq(&:sort)
  end

  def way_round(nodes, start)
    from = {}
    queue = [start]
    until queue.empty?
      title = queue.shift
      (nodes[title]&.calls || []).map(&:target).each do |target|
        return trace(from, start, title) if target == start
        next if from.key?(target)

        from[target] = title
        queue << target
      end
    end
    nil
  end

  def trace(from, start, title)
    way = [title]
    way.unshift(title = from[title]) until title == start
    way
  end
end
