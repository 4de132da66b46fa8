/** Channels and pitchforks. */

import {
  area,
  beyond,
  type Draw,
  type DrawingScene,
  drawWith,
  line,
  middle,
  moved,
  type Spot,
  thin,
  way,
} from './figure.ts';

export const parallel: Draw = drawWith(3, ({ at }) => {
  const [a, b, c] = at as [Spot, Spot, Spot];
  // The third point says how far the other line is away, at its own time.
  const share = b.x === a.x ? 0 : (c.x - a.x) / (b.x - a.x);
  const by = { x: 0, y: c.y - (a.y + (b.y - a.y) * share) };
  const [d, e] = [moved(a, by), moved(b, by)];
  return [area([a, b, e, d]), line(a, b), line(d, e), thin(middle(a, d), middle(b, e))];
});

export const disjoint: Draw = drawWith(4, ({ at }) => {
  const [a, b, c, d] = at as [Spot, Spot, Spot, Spot];
  return [area([a, b, d, c]), line(a, b), line(c, d)];
});

/** The straight line nearest to values one step apart, and their standard deviation from it. */
export function regressionOf(values: readonly number[]): {
  readonly first: number;
  readonly last: number;
  readonly deviation: number;
} {
  const n = values.length;
  if (n === 0) return { first: Number.NaN, last: Number.NaN, deviation: 0 };
  const meanX = (n - 1) / 2;
  const meanY = values.reduce((sum, value) => sum + value, 0) / n;
  let above = 0;
  let below = 0;
  values.forEach((value, x) => {
    above += (x - meanX) * (value - meanY);
    below += (x - meanX) ** 2;
  });
  const slope = below === 0 ? 0 : above / below;
  const first = meanY - slope * meanX;
  const squares = values.reduce((sum, value, x) => sum + (value - first - slope * x) ** 2, 0);
  return { first, last: first + slope * (n - 1), deviation: Math.sqrt(squares / n) };
}

/** On each side of the middle line, in standard deviations. */
const DEVIATIONS = 2;

export const regression: Draw = drawWith(2, (scene) => {
  const [a, b] = scene.at as [Spot, Spot];
  const bars = scene.bars();
  const [from, to] = [bars[0], bars.at(-1)];
  if (from === undefined || to === undefined || bars.length < 2) return [line(a, b)];
  const { first, last, deviation } = regressionOf(bars.map(({ close }) => close));
  const ends = (away: number): [Spot, Spot] => [
    { x: from.x, y: scene.heightOf(first + away * deviation) },
    { x: to.x, y: scene.heightOf(last + away * deviation) },
  ];
  const [upper, lower] = [ends(DEVIATIONS), ends(-DEVIATIONS)];
  const band = area([...upper, ...lower.toReversed()]);
  return [band, thin(...ends(0)), line(...upper), line(...lower)];
});

/** Tines through both outer points and the middle of them, away from where the handle begins. */
function fork(scene: DrawingScene, handle: Spot) {
  const [, b, c] = scene.at as [Spot, Spot, Spot];
  const centre = middle(b, c);
  const along = way(handle, centre);
  const tine = (start: Spot) => line(start, beyond(start, moved(start, along), scene));
  return [line(b, c), line(handle, centre), tine(centre), tine(b), tine(c)];
}

export const pitchfork: Draw = drawWith(3, (scene) => fork(scene, scene.at[0] as Spot));

/** As the pitchfork; its handle begins half the way between the first two points. */
export const schiff: Draw = drawWith(3, (scene) => {
  const [a, b] = scene.at as [Spot, Spot];
  return [thin(a, b), ...fork(scene, middle(a, b))];
});
