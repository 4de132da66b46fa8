/** Shapes, texts and marks. */

import {
  area,
  curve,
  type Draw,
  type DrawingShape,
  drawWith,
  line,
  middle,
  type Spot,
} from './figure.ts';
import { head } from './lines.ts';

function closed(corners: readonly Spot[]): DrawingShape[] {
  return [area(corners), line(...corners, corners[0] as Spot)];
}

export const rectangle: Draw = drawWith(2, ({ at }) => {
  const [a, b] = at as [Spot, Spot];
  return closed([a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]);
});

/** Within the rectangle of its two points. */
export const ellipse: Draw = drawWith(2, ({ at }) => {
  const [a, b] = at as [Spot, Spot];
  return closed(curve(middle(a, b), { x: Math.abs(b.x - a.x) / 2, y: Math.abs(b.y - a.y) / 2 }));
});

/** Around its first point, through the second. */
export const circle: Draw = drawWith(2, ({ at }) => {
  const [a, b] = at as [Spot, Spot];
  const radius = Math.hypot(b.x - a.x, b.y - a.y);
  return closed(curve(a, { x: radius, y: radius }));
});

export const triangle: Draw = drawWith(3, ({ at }) => closed(at));

/** Joins all its points, however many. */
export const path: Draw = drawWith(2, ({ at }) => [line(...at)]);

export const text: Draw = drawWith(1, ({ at, text: written }) => {
  const [a] = at as [Spot];
  return [{ kind: 'text', at: a, text: written === '' ? '…' : written, boxed: true }];
});

export const priceLabel: Draw = drawWith(1, ({ at, prices, priceText }) => {
  const [a] = at as [Spot];
  const [price] = prices as [number];
  const away = { x: a.x + 24, y: a.y - 24 };
  return [line(a, away), { kind: 'text', at: away, text: priceText(price), boxed: true }];
});

function mark(towards: 1 | -1): Draw {
  return drawWith(1, ({ at, text: written }) => {
    const [a] = at as [Spot];
    const tail = { x: a.x, y: a.y + 26 * towards };
    const label: DrawingShape[] = [
      { kind: 'text', at: { x: a.x, y: a.y + 38 * towards }, text: written, align: 'center' },
    ];
    return [line(tail, a), head(tail, a), ...(written === '' ? [] : label)];
  });
}

/** An arrow below a candle that points up, and one above it that points down. */
export const markUp: Draw = mark(1);
export const markDown: Draw = mark(-1);
