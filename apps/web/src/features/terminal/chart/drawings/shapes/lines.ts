/** Lines, rays and arrows. */

import { beyond, type Draw, type DrawingShape, drawWith, line, type Spot } from './figure.ts';

export const trend: Draw = drawWith(2, ({ at }) => [line(...at)]);

export const ray: Draw = drawWith(2, (scene) => {
  const [a, b] = scene.at as [Spot, Spot];
  return [line(a, beyond(a, b, scene))];
});

export const extended: Draw = drawWith(2, (scene) => {
  const [a, b] = scene.at as [Spot, Spot];
  return [line(beyond(b, a, scene), beyond(a, b, scene))];
});

export const horizontal: Draw = drawWith(1, ({ at, width }) => {
  const [a] = at as [Spot];
  return [line({ x: 0, y: a.y }, { x: width, y: a.y })];
});

export const horizontalRay: Draw = drawWith(1, ({ at, width }) => {
  const [a] = at as [Spot];
  return [line(a, { x: Math.max(a.x, width), y: a.y })];
});

export const vertical: Draw = drawWith(1, ({ at, height }) => {
  const [a] = at as [Spot];
  return [line({ x: a.x, y: 0 }, { x: a.x, y: height })];
});

export const cross: Draw = (scene) => [...horizontal(scene), ...vertical(scene)];

/** The two strokes of an arrow's head at `end`. */
export function head(from: Spot, end: Spot, size = 10): DrawingShape {
  const angle = Math.atan2(end.y - from.y, end.x - from.x);
  const stroke = (turn: number) => ({
    x: end.x - size * Math.cos(angle + turn),
    y: end.y - size * Math.sin(angle + turn),
  });
  return line(stroke(0.45), end, stroke(-0.45));
}

export const arrow: Draw = drawWith(2, ({ at }) => {
  const [a, b] = at as [Spot, Spot];
  return [line(a, b), head(a, b)];
});
