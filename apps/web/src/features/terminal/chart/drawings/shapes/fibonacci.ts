/** The Fibonacci family. */

import {
  area,
  beyond,
  curve,
  type Draw,
  type DrawingScene,
  type DrawingShape,
  drawWith,
  line,
  type Spot,
  thin,
  way,
} from './figure.ts';

export const RETRACEMENTS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1, 1.618];
export const EXTENSIONS = [0, 0.382, 0.618, 1, 1.272, 1.618, 2, 2.618];
const FAN = [0.236, 0.382, 0.5, 0.618, 0.786];
const RINGS = [0.382, 0.5, 0.618, 1, 1.618];
export const ZONES = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89];

/** A line at each level with its share and price; the areas between them are filled. */
function levels(
  scene: DrawingScene,
  shares: readonly number[],
  from: number,
  by: number,
  ends: Spot[],
) {
  const left = Math.min(...ends.map(({ x }) => x));
  const right = Math.max(...ends.map(({ x }) => x));
  const heights = shares.map((share) => scene.heightOf(from + by * share));
  return shares.flatMap((share, index): DrawingShape[] => {
    const y = heights[index] as number;
    const next = heights[index + 1];
    const price = from + by * share;
    const band = (to: number) =>
      area([
        { x: left, y },
        { x: right, y },
        { x: right, y: to },
        { x: left, y: to },
      ]);
    return [
      ...(next === undefined ? [] : [band(next)]),
      line({ x: left, y }, { x: right, y }),
      {
        kind: 'text',
        at: { x: left, y: y - 7 },
        text: `${share} (${scene.priceText(price)})`,
        align: 'left',
      },
    ];
  });
}

/** 1 where the move began, 0 where it ended. */
export const fibRetracement: Draw = drawWith(2, (scene) => {
  const [from, to] = scene.prices as [number, number];
  const [a, b] = scene.at as [Spot, Spot];
  return [...levels(scene, RETRACEMENTS, to, from - to, [a, b]), thin(a, b)];
});

/** The move from the first to the second point, carried on from the third. */
export const fibExtension: Draw = drawWith(3, (scene) => {
  const [a, b, c] = scene.at as [Spot, Spot, Spot];
  const [from, to, start] = scene.prices as [number, number, number];
  const end = { x: c.x + Math.max(60, Math.abs(b.x - a.x)), y: c.y };
  return [...levels(scene, EXTENSIONS, start, to - from, [c, end]), thin(a, b, c)];
});

export const fibFan: Draw = drawWith(2, (scene) => {
  const [a, b] = scene.at as [Spot, Spot];
  const rays = FAN.map((share) => {
    const through = { x: b.x, y: b.y + (a.y - b.y) * share };
    return line(a, beyond(a, through, scene));
  });
  return [thin(a, b), ...rays];
});

export const fibZones: Draw = drawWith(2, ({ at, width, height }) => {
  const [a, b] = at as [Spot, Spot];
  const step = b.x - a.x;
  if (step === 0) return [line({ x: a.x, y: 0 }, { x: a.x, y: height })];
  return ZONES.flatMap((count): DrawingShape[] => {
    const x = a.x + step * count;
    if (x < 0 || x > width) return [];
    return [
      line({ x, y: 0 }, { x, y: height }),
      { kind: 'text', at: { x: x + 4, y: height - 10 }, text: String(count) },
    ];
  });
});

export const fibCircles: Draw = drawWith(2, ({ at }) => {
  const [a, b] = at as [Spot, Spot];
  const { x, y } = way(a, b);
  const rings = RINGS.map((share) =>
    line(...curve(a, { x: Math.abs(x) * share, y: Math.abs(y) * share })),
  );
  return [thin(a, b), ...rings];
});

/** Half circles around the end of a move, on the side that it came from. */
export const fibArcs: Draw = drawWith(2, ({ at }) => {
  const [a, b] = at as [Spot, Spot];
  const { x, y } = way(a, b);
  const length = Math.hypot(x, y);
  const [from, to] = a.y > b.y ? [0, 0.5] : [0.5, 1];
  const arcs = FAN.map((share) =>
    line(...curve(b, { x: length * share, y: length * share }, from, to)),
  );
  return [thin(a, b), ...arcs];
});
