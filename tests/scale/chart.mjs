/** Draws curves over time as SVG, to be read on a light and on a dark page. */

const WIDTH = 960;
const LEFT = 78;
const RIGHT = 16;
const TOP = 92;
const PANEL = 150;
const GAP = 46;
const BOTTOM = 44;

const STYLE = `
  svg { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
  .back { fill: #ffffff; } text { fill: #1f2328; } .soft { fill: #59636e; }
  .grid { stroke: #d1d9e0; stroke-width: 1; } .frame { fill: none; stroke: #818b98; }
  .mark { stroke: #59636e; stroke-width: 1; stroke-dasharray: 2 3; }
  .curve { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
  .a { stroke: #0a58ca; } .b { stroke: #b45309; stroke-dasharray: 7 3; } .c { stroke: #0f7b4f; stroke-dasharray: 2 2.5; }
  .d { stroke: #818b98; stroke-width: 1.4; }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117; } text { fill: #f0f6fc; } .soft { fill: #9198a1; }
    .grid { stroke: #2b3139; } .frame { stroke: #656c76; } .mark { stroke: #9198a1; }
    .a { stroke: #6cb1ff; } .b { stroke: #f0a34a; } .c { stroke: #4fd08d; } .d { stroke: #9198a1; }
  }`;

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const fixed = (number) => String(Math.round(number * 10) / 10);

/** Returns the path through these points, with a gap where there is none, and without those between equal ones. */
const pathOf = (points) => points
  .map(([x, y], index) => {
    if (y === undefined) return "";
    const before = points[index - 1]?.[1];
    if (before === undefined) return `M${x} ${y}`;
    return before === y && points[index + 1]?.[1] === y ? "" : `L${x} ${y}`;
  }).join("");

/**
 * Draws panels one below the other:
 * - `title`, `description`: texts for those who do not see the picture
 * - `end`: the last time; `times`: `{time, label}` of the grid, whose labels stand in the middle of what follows
 * - `marks`: `{time, label}` of events; a label stands to the right of its line, in the row that `row` says
 * - `panels`: `{title, max, min, isLogarithmic, ticks: [{value, label}], curves: [{kind, name, points: [[time, value]]}]}`, where a
 *   value of undefined makes a gap;
 *   the kinds are `a` to `d`
 */
export const drawChart = ({ title, description, end, times, axis, marks, panels }) => {
  const height = TOP + panels.length * PANEL + (panels.length - 1) * GAP + BOTTOM;
  const xOf = (time) => LEFT + (time / end) * (WIDTH - LEFT - RIGHT);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    `<title>${escape(title)}</title>`,
    `<desc>${escape(description)}</desc>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="back" width="${WIDTH}" height="${height}"/>`,
  ];
  const bottomOf = (index) => TOP + index * (PANEL + GAP) + PANEL;
  for (const { time, label, row } of marks) {
    const x = fixed(xOf(time));
    const y = 20 + 18 * row;
    parts.push(`<line class="mark" x1="${x}" x2="${x}" y1="${y - 11}" y2="${bottomOf(panels.length - 1)}"/>`);
    parts.push(`<text x="${fixed(xOf(time) + 5)}" y="${y}">${escape(label)}</text>`);
  }
  panels.forEach(({ title: panelTitle, min = 0, max, isLogarithmic, ticks, curves }, index) => {
    const bottom = bottomOf(index);
    const top = bottom - PANEL;
    const shareOf = (value) => (isLogarithmic ? Math.log(Math.max(value, min) / min) / Math.log(max / min)
      : (value - min) / (max - min));
    const yOf = (value) => bottom - Math.min(1, shareOf(value)) * PANEL;
    for (const { time } of times) {
      parts.push(`<line class="grid" x1="${fixed(xOf(time))}" x2="${fixed(xOf(time))}" y1="${top}" y2="${bottom}"/>`);
    }
    for (const { value, label } of ticks) {
      const y = fixed(yOf(value));
      parts.push(`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}"/>`);
      parts.push(`<text class="soft" text-anchor="end" x="${LEFT - 7}" y="${fixed(yOf(value) + 4.5)}">${escape(label)}</text>`);
    }
    parts.push(`<rect class="frame" x="${LEFT}" y="${top}" width="${WIDTH - LEFT - RIGHT}" height="${PANEL}"/>`);
    parts.push(`<text font-weight="600" x="${LEFT}" y="${top - 9}">${escape(panelTitle)}</text>`);
    // The legend stands at the right, above the panel.
    let x = WIDTH - RIGHT;
    for (const { kind, name } of [...curves].reverse()) {
      parts.push(`<text text-anchor="end" x="${fixed(x)}" y="${top - 9}">${escape(name)}</text>`);
      x -= 6.7 * name.length + 12;
      parts.push(`<path class="curve ${kind}" d="M${fixed(x - 30)} ${top - 13.5}h30"/>`);
      x -= 46;
    }
    for (const { kind, points } of curves) {
      const drawn = points.map(([time, value]) =>
        [fixed(xOf(time)), value === undefined ? undefined : fixed(yOf(value))]);
      parts.push(`<path class="curve ${kind}" d="${pathOf(drawn)}"/>`);
    }
  });
  const last = bottomOf(panels.length - 1);
  times.forEach(({ time, label }, index) => {
    const middle = (time + (times[index + 1]?.time ?? end)) / 2;
    parts.push(`<text class="soft" text-anchor="middle" x="${fixed(xOf(middle))}" y="${last + 18}">${escape(label)}</text>`);
  });
  parts.push(`<text class="soft" text-anchor="middle" x="${fixed(xOf(end / 2))}" y="${last + 36}">${escape(axis)}</text>`);
  parts.push("</svg>");
  return `${parts.join("\n")}\n`;
};
