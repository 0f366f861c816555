# Plots as SVG: lines, points and bars, with axes, ticks and a legend.
class Plot
  WIDTH = 760
  HEIGHT = 400
  LEFT = 70
  RIGHT = 20
  TOP = 44
  BOTTOM = 96
  COLOURS = %w[#4477aa #ee6677 #228833 #ccbb44 #66ccee #aa3377 #777777 #000000].freeze

  # A linear or logarithmic scale from values to a range of the picture.
  class Scale
    attr_reader :low, :high

    def initialize(values, from, to, log: false, zero: false)
      @log = log
      @from = from
      @to = to
      kept = log ? values.select(&:positive?) : values
      kept = [1.0] if kept.empty?
      @low, @high = log ? decades(kept) : [zero ? 0.0 : kept.min, nice_top(kept)]
      @high = @low + 1.0 if @high <= @low
    end

    def at(value)
      value = [value, @low].max if @log
      part = @log ? Math.log(value / @low) / Math.log(@high / @low) : (value - @low) / (@high - @low)
      @from + part * (@to - @from)
    end

    def ticks
      return (Math.log10(@low).round..Math.log10(@high).round).map { |power| 10.0**power } if @log

      step = nice_step(@high - @low)
      first = (@low / step).ceil
      (first..(@high / step + 1e-9).floor).map { |number| number * step }
    end

    private

    def decades(values)
      [10.0**Math.log10(values.min).floor, 10.0**Math.log10(values.max).ceil]
    end

    def nice_step(span)
      raw = span / 5.0
      power = 10.0**Math.log10(raw).floor
      [1, 2, 5, 10].map { |factor| factor * power }.find { |step| step >= raw }
    end

    def nice_top(values)
      step = nice_step([values.max - [values.min, 0].min, 1e-9].max)
      (values.max / step).ceil * step
    end
  end

  def initialize(title, x_label, y_label, note: nil)
    @title = title
    @x_label = x_label
    @y_label = y_label
    @note = note
    @parts = []
    @legend = []
  end

  # `series`: names to lists of [x, y]; one whose name is in `dashed` is thin and dashed.
  def lines(series, log_x: false, log_y: false, dashed: [])
    scales(series, log_x, log_y)
    series.each_with_index do |(name, points), index|
      path = points.map { |x, y| format("%.1f,%.1f", @x.at(x), @y.at(y)) }.join(" ")
      style = dashed.include?(name) ? ' stroke-width="1" stroke-dasharray="4 3"' : ' stroke-width="1.8"'
      @parts << %(<polyline points="#{path}" fill="none" stroke="#{colour(index)}"#{style}/>)
      @legend << [name, colour(index)]
    end
    self
  end

  def points(series, log_x: false, log_y: false)
    scales(series, log_x, log_y)
    series.each_with_index do |(name, points), index|
      points.each do |x, y|
        @parts << format('<circle cx="%.1f" cy="%.1f" r="3" fill="%s" fill-opacity="0.6"/>',
                         @x.at(x), @y.at(y), colour(index))
      end
      @legend << [name, colour(index)]
    end
    self
  end

  # `series`: names to one value a group, or nil for none.
  def bars(groups, series, log_y: false, stacked: false)
    values = stacked ? groups.each_index.map { |g| series.values.sum { |list| list[g] || 0 } } : series.values.flatten.compact
    @y = Scale.new(values, HEIGHT - BOTTOM, TOP, log: log_y, zero: true)
    y_ticks
    width = (WIDTH - LEFT - RIGHT).to_f / groups.size
    groups.each_with_index do |group, index|
      text(LEFT + (index + 0.5) * width, HEIGHT - BOTTOM + 16, group)
      stacked ? stack(series, index, LEFT + (index + 0.2) * width, 0.6 * width) : beside(series, index, LEFT + (index + 0.1) * width, 0.8 * width)
    end
    series.keys.each_with_index { |name, index| @legend << [name, colour(index)] }
    self
  end

  # A line across, for example at 1.
  def mark(value)
    height = @y.at(value)
    @parts << format('<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#444" stroke-dasharray="2 2"/>',
                     LEFT, WIDTH - RIGHT, height, height)
    self
  end

  def to_svg
    <<~SVG
      <svg xmlns="http://www.w3.org/2000/svg" width="#{WIDTH}" height="#{HEIGHT}" viewBox="0 0 #{WIDTH} #{HEIGHT}" font-family="sans-serif" font-size="11">
      <rect width="#{WIDTH}" height="#{HEIGHT}" fill="white"/>
      #{head}
      #{@parts.join("\n")}
      <path d="M#{LEFT} #{TOP}V#{HEIGHT - BOTTOM}H#{WIDTH - RIGHT}" fill="none" stroke="#222"/>
      #{legend}
      </svg>
    SVG
  end

  private

  def colour(index)
    COLOURS[index % COLOURS.size]
  end

  def escape(text)
    text.to_s.gsub("&", "&amp;").gsub("<", "&lt;").gsub(">", "&gt;")
  end

  def text(x, y, words, anchor: "middle", extra: "")
    @parts << label(x, y, words, anchor, extra)
  end

  def label(x, y, words, anchor, extra = "")
    format('<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>', x, y, anchor, extra, escape(words))
  end

  def head
    turned = format(' transform="rotate(-90 16 %d)"', (TOP + HEIGHT - BOTTOM) / 2)
    [label(LEFT, 20, @title, "start", ' font-size="14" font-weight="bold"'),
     (label(LEFT, 36, @note, "start", ' fill="#555"') if @note),
     label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 34, @x_label, "middle"),
     label(16, (TOP + HEIGHT - BOTTOM) / 2, @y_label, "middle", turned)].compact.join("\n")
  end

  def scales(series, log_x, log_y)
    all = series.values.flatten(1)
    @x = Scale.new(all.map(&:first), LEFT, WIDTH - RIGHT, log: log_x)
    @y = Scale.new(all.map(&:last), HEIGHT - BOTTOM, TOP, log: log_y, zero: true)
    y_ticks
    @x.ticks.each { |value| text(@x.at(value), HEIGHT - BOTTOM + 16, short(value)) }
  end

  def y_ticks
    @y.ticks.each do |value|
      height = @y.at(value)
      @parts << format('<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#ddd"/>', LEFT, WIDTH - RIGHT, height, height)
      text(LEFT - 6, height + 4, short(value), anchor: "end")
    end
  end

  def short(value)
    return value.round.to_s.reverse.scan(/\d{1,3}/).join(",").reverse if value >= 100

    format("%.4g", value)
  end

  def bar(x, width, from, to, index)
    @parts << format('<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>',
                     x, [from, to].min, width, (from - to).abs, colour(index))
  end

  def beside(series, group, left, room)
    width = room / series.size
    series.values.each_with_index do |values, index|
      next unless values[group]

      top = @y.at(values[group])
      bar(left + index * width, width * 0.92, HEIGHT - BOTTOM, top, index)
      text(left + (index + 0.46) * width, top - 3, format(values[group] < 10 ? "%.2g" : "%.0f", values[group]),
           extra: ' font-size="9"')
    end
  end

  def stack(series, group, left, width)
    sum = 0.0
    series.values.each_with_index do |values, index|
      value = values[group] || 0.0
      bar(left, width, @y.at(sum), @y.at(sum + value), index)
      sum += value
    end
  end

  # As many in a row as there is room for.
  def legend
    x = LEFT
    y = HEIGHT - BOTTOM + 54
    @legend.map do |name, colour|
      needed = 26 + 6.2 * name.size
      x, y = LEFT, y + 16 if x > LEFT && x + needed > WIDTH - RIGHT
      drawn = %(<rect x="#{x}" y="#{y - 8}" width="14" height="8" fill="#{colour}"/>\n) + label(x + 18, y, name, "start")
      x += needed.round
      drawn
    end.join("\n")
  end
end
