/** What measures: a distance, and a position with its target and its stop. */

import { area, type Draw, type DrawingShape, drawWith, line, middle, type Spot } from './figure.ts';

/** So long, in the two largest units: 3d 4h. */
export function spanText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const parts = [
    `${Math.floor(minutes / 1440)}d`,
    `${Math.floor((minutes % 1440) / 60)}h`,
    `${minutes % 60}m`,
  ];
  const first = parts.findIndex((part) => !part.startsWith('0'));
  if (first === -1) return '0m';
  const shown = parts.slice(first, first + 2).filter((part) => !part.startsWith('0'));
  return shown.join(' ');
}

/** With its sign. */
export function percentText(from: number, to: number): string {
  const percent = from === 0 ? 0 : ((to - from) / from) * 100;
  return `${percent < 0 ? '' : '+'}${percent.toFixed(2)}%`;
}

export const measure: Draw = drawWith(2, (scene) => {
  const [a, b] = scene.at as [Spot, Spot];
  const [from, to] = scene.prices as [number, number];
  const [start, end] = scene.times as [number, number];
  const rises = to >= from;
  const change = `${rises ? '+' : '−'}${scene.priceText(Math.abs(to - from))}`;
  const bars = Math.max(0, scene.bars().length - 1);
  return [
    area([a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }], rises ? 'gain' : 'loss'),
    line({ x: middle(a, b).x, y: a.y }, { x: middle(a, b).x, y: b.y }),
    {
      kind: 'text',
      at: { x: middle(a, b).x, y: rises ? b.y - 14 : b.y + 14 },
      text: `${change} (${percentText(from, to)}) · ↔ ${bars} · ${spanText(end - start)}`,
      align: 'center',
      boxed: true,
    },
  ];
});

/** Reward for each unit of risk; null where nothing is risked. */
export function ratioOf(entry: number, target: number, stop: number): number | null {
  const risk = Math.abs(entry - stop);
  return risk === 0 ? null : Math.abs(target - entry) / risk;
}

/** The stop that a position begins with: half as far away as its target, on the other side. */
export function firstStop(entry: number, target: number): number {
  return entry - (target - entry) / 2;
}

/** Whether target and stop are on the sides that a position of this direction needs. */
export function isSound(
  direction: 'long' | 'short',
  { entry, target, stop }: Record<'entry' | 'target' | 'stop', number>,
): boolean {
  const sign = direction === 'long' ? 1 : -1;
  return stop > 0 && target > 0 && (target - entry) * sign > 0 && (entry - stop) * sign > 0;
}

/** Entry, target and stop, in the order of the points. */
export const position: Draw = drawWith(2, (scene) => {
  const [entry, target, stop = firstStop(entry as number, target as number)] = scene.prices as [
    number,
    number,
    number?,
  ];
  const [a, b] = scene.at as [Spot, Spot];
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x, Math.min(a.x, b.x) + 40)];
  const band = (to: number, tone: 'gain' | 'loss') =>
    area(
      [
        { x: left, y: a.y },
        { x: right, y: a.y },
        { x: right, y: to },
        { x: left, y: to },
      ],
      tone,
    );
  const [gainY, lossY] = [scene.heightOf(target), scene.heightOf(stop)];
  const label = (y: number, price: number, away: number): DrawingShape => ({
    kind: 'text',
    at: { x: (left + right) / 2, y: y + away },
    text: `${scene.priceText(price)} (${percentText(entry, price)})`,
    align: 'center',
    boxed: true,
  });
  const ratio = ratioOf(entry, target, stop);
  const outwards = gainY < lossY ? -14 : 14;
  return [
    band(gainY, 'gain'),
    band(lossY, 'loss'),
    line({ x: left, y: a.y }, { x: right, y: a.y }),
    label(gainY, target, outwards),
    label(lossY, stop, -outwards),
    {
      kind: 'text',
      at: { x: (left + right) / 2, y: a.y },
      text: `1 : ${ratio === null ? '–' : ratio.toFixed(2)}`,
      align: 'center',
      boxed: true,
    },
  ];
});
