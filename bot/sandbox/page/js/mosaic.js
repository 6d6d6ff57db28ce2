// Where the photos of an album stand, as Telegram lays out two to ten of them.
// After Telegram Desktop's grouped_layout.cpp. Sizes in pixels; ratio is width over height.

const SIDE = 420;
const NARROWEST = 80;
const ALONE = 200; // a caption below needs as much
const GAP = 2;
const LONGEST_ROW = 3;

/** Return { width, height, tiles: [{ left, top, width, height }] }, a tile for each size. */
export function mosaic(sizes) {
  const ratios = sizes.map(({ width, height }) => (width > 0 && height > 0 ? width / height : 1));
  const rows = placed(ratios, sizes);
  const tiles = rows.map((tile) => Object.fromEntries(Object.entries(tile).map(([name, value]) => [name, Math.round(value)])));
  const width = Math.max(...tiles.map((tile) => tile.left + tile.width));
  const height = Math.max(...tiles.map((tile) => tile.top + tile.height));
  return { width, height, tiles };
}

function placed(ratios, sizes) {
  if (ratios.length === 1) return one(ratios[0], sizes[0]);
  if (ratios.length > 4 || ratios.some((ratio) => ratio > 2)) return many(ratios);
  if (ratios.length === 2) return two(ratios);
  const wideFirst = ratios[0] > (ratios.length === 3 ? 0.8 : 1.2);
  return wideFirst ? firstAbove(ratios) : firstBeside(ratios);
}

const tile = (left, top, width, height) => ({ left, top, width, height });
const between = (low, value, high) => Math.max(low, Math.min(value, high));
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function one(ratio, size) {
  const width = between(ALONE, Math.min(size.width || SIDE, SIDE * ratio), SIDE);
  return [tile(0, 0, width, between(NARROWEST, width / ratio, SIDE))];
}

function two([first, second]) {
  const kind = (ratio) => (ratio > 1.2 ? "wide" : ratio < 0.8 ? "tall" : "square");
  const alike = kind(first) === kind(second) && kind(first) !== "tall";
  if (alike && mean([first, second]) > 1.4 && second - first < 0.2) {
    const height = Math.min(SIDE / first, SIDE / second, (SIDE - GAP) / 2);
    return [tile(0, 0, SIDE, height), tile(0, height + GAP, SIDE, height)];
  }
  const room = SIDE - GAP;
  const share = Math.max(0.4 * room, room / first / (1 / first + 1 / second));
  const right = alike ? room / 2 : Math.min(share, room - NARROWEST * 1.5);
  const left = room - right;
  const height = Math.min(SIDE, left / first, right / second);
  return [tile(0, 0, left, height), tile(left + GAP, 0, right, height)];
}

// The first over the full width, the two or three others in a row below.
function firstAbove([first, ...others]) {
  const top = Math.min(SIDE / first, (SIDE - GAP) * 0.66);
  const room = SIDE - GAP * (others.length - 1);
  const whole = others.reduce((sum, ratio) => sum + ratio, 0);
  const height = between(NARROWEST, room / whole, SIDE - top - GAP);
  const widths = others.map((ratio) => Math.max(NARROWEST, (room * ratio) / whole));
  const excess = widths.reduce((sum, width) => sum + width, 0) / room;
  let left = 0;
  const below = widths.map((width) => {
    const shown = tile(left, top + GAP, width / excess, height);
    left += width / excess + GAP;
    return shown;
  });
  return [tile(0, 0, SIDE, top), ...below];
}

// The first over the full height, the two or three others in a column beside it.
function firstBeside([first, ...others]) {
  const room = SIDE - GAP * (others.length - 1);
  const whole = others.reduce((sum, ratio) => sum + 1 / ratio, 0);
  const left = Math.min(SIDE * first, (SIDE - GAP) * 0.6);
  const width = between(NARROWEST, room / whole, SIDE - left - GAP);
  let top = 0;
  const beside = others.map((ratio) => {
    const height = room / ratio / whole;
    const shown = tile(left + GAP, top, width, height);
    top += height + GAP;
    return shown;
  });
  return [tile(0, 0, left, SIDE), ...beside];
}

// Rows of up to three, divided so that the whole comes nearest to a page.
function many(ratios) {
  const average = mean(ratios);
  const cropped = ratios.map((ratio) => (average > 1.1 ? between(1, ratio, 2.75) : between(0.6667, ratio, 1)));
  const divided = divisions(cropped.length, average < 0.85 ? LONGEST_ROW + 1 : LONGEST_ROW).map((counts) => {
    let from = 0;
    return counts.map((count) => cropped.slice(from, (from += count)));
  });
  const best = divided.reduce((a, b) => (badness(b) < badness(a) ? b : a));
  let top = 0;
  return best.flatMap((row) => {
    const height = rowHeight(row);
    let left = 0;
    const shown = row.map((ratio) => {
      const at = tile(left, top, ratio * height, height);
      left += ratio * height + GAP;
      return at;
    });
    top += height + GAP;
    return shown;
  });
}

const rowHeight = (row) => (SIDE - GAP * (row.length - 1)) / row.reduce((sum, ratio) => sum + ratio, 0);

function badness(rows) {
  const heights = rows.map(rowHeight);
  const total = heights.reduce((sum, height) => sum + height, GAP * (rows.length - 1));
  const thin = Math.min(...heights) < NARROWEST ? 1.5 : 1;
  const topHeavy = rows.some((row, at) => at && rows[at - 1].length > row.length) ? 1.5 : 1;
  return Math.abs(total - (SIDE * 4) / 3) * thin * topHeavy;
}

// Every way to divide so many photos into two to four rows.
function divisions(count, longest, rows = 4) {
  const found = [];
  const divide = (left, counts) => {
    if (!left && counts.length > 1) found.push(counts);
    if (!left || counts.length === rows) return;
    for (let next = 1; next <= Math.min(left, counts.length === 1 ? longest : LONGEST_ROW); next += 1)
      divide(left - next, [...counts, next]);
  };
  divide(count, []);
  return found;
}
