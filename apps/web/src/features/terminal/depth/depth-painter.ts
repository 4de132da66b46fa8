/** Draws a depth chart: bids to the left and asks to the right of the middle, each as steps outwards. */

import type { DepthCurve, DepthStep } from './depth-curve.ts';

/** Colours of the page and what is written on the axes. */
export interface DepthStyle {
  readonly up: string;
  readonly down: string;
  readonly line: string;
  readonly text: string;
  readonly font: string;
  readonly priceOf: (tick: number) => string;
  readonly sumOf: (units: number) => string;
}

/** What is drawn on top of the curve. */
export interface DepthMarks {
  /** Where the reader is, ticks; null = nowhere. */
  readonly cursor: number | null;
  /** Prices of own orders, ticks. */
  readonly own: readonly number[];
}

/** Room of the axes, px. */
export const AXIS = { bottom: 24, end: 56 } as const;
/** The highest sum ends below the upper edge, so that its step is seen. */
const HEADROOM = 1.15;
const SUMS = 4;
const PRICES = 5;
const OWN_PX = 5;

/** The part of the canvas that the curve has. */
export interface Plot {
  readonly width: number;
  readonly height: number;
}

/** The plot of a canvas of that many px. */
export function plotOf(width: number, height: number): Plot {
  return { width: Math.max(1, width - AXIS.end), height: Math.max(1, height - AXIS.bottom) };
}

/** The price at a place, ticks. */
export function tickAt({ middle, reach }: DepthCurve, { width }: Plot, x: number): number {
  return middle + ((x / width) * 2 - 1) * reach;
}

function placeOf({ middle, reach }: DepthCurve, { width }: Plot, tick: number): number {
  return (((tick - middle) / reach + 1) / 2) * width;
}

/** Draws all of it. @param size of the canvas, px */
export function paintDepth(
  context: CanvasRenderingContext2D,
  size: { readonly width: number; readonly height: number },
  curve: DepthCurve,
  marks: DepthMarks,
  style: DepthStyle,
): void {
  const plot = plotOf(size.width, size.height);
  context.clearRect(0, 0, size.width, size.height);
  context.font = style.font;
  context.lineWidth = 1;
  paintAxes(context, plot, curve, style);
  paintSide(context, plot, curve, curve.bids, -1, style.up);
  paintSide(context, plot, curve, curve.asks, 1, style.down);
  paintRule(context, plot, plot.width / 2, style.line);
  for (const tick of marks.own) paintOwn(context, plot, placeOf(curve, plot, tick), style.text);
  if (marks.cursor !== null) {
    paintRule(context, plot, placeOf(curve, plot, marks.cursor), style.text);
  }
}

function paintAxes(
  context: CanvasRenderingContext2D,
  plot: Plot,
  curve: DepthCurve,
  style: DepthStyle,
): void {
  context.strokeStyle = style.line;
  context.fillStyle = style.text;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (let i = 1; i <= SUMS; i += 1) {
    const sum = (curve.highest * HEADROOM * i) / (SUMS + 1);
    const y = Math.round(plot.height * (1 - i / (SUMS + 1))) + 0.5;
    stroke(context, [0, y], [plot.width, y]);
    context.fillText(style.sumOf(sum), plot.width + 6, y);
  }
  context.textAlign = 'center';
  for (let i = 0; i < PRICES; i += 1) {
    const x = (plot.width * (i + 0.5)) / PRICES;
    context.fillText(style.priceOf(tickAt(curve, plot, x)), x, plot.height + AXIS.bottom / 2);
  }
}

function paintSide(
  context: CanvasRenderingContext2D,
  plot: Plot,
  curve: DepthCurve,
  steps: readonly DepthStep[],
  outwards: 1 | -1,
  color: string,
): void {
  if (steps.length === 0) return;
  const heightOf = (sum: number) => plot.height * (1 - sum / (curve.highest * HEADROOM));
  const edge = outwards === -1 ? 0 : plot.width;
  context.beginPath();
  let y = plot.height;
  for (const { tick, total } of steps) {
    const x = placeOf(curve, plot, tick);
    context.lineTo(x, y);
    y = heightOf(total);
    context.lineTo(x, y);
  }
  context.lineTo(edge, y);
  context.strokeStyle = color;
  context.stroke();
  context.lineTo(edge, plot.height);
  context.closePath();
  context.globalAlpha = 0.2;
  context.fillStyle = color;
  context.fill();
  context.globalAlpha = 1;
}

function paintRule(
  context: CanvasRenderingContext2D,
  { height }: Plot,
  x: number,
  color: string,
): void {
  context.strokeStyle = color;
  stroke(context, [Math.round(x) + 0.5, 0], [Math.round(x) + 0.5, height]);
}

/** A triangle that stands on the axis of prices. */
function paintOwn(
  context: CanvasRenderingContext2D,
  { width, height }: Plot,
  x: number,
  color: string,
): void {
  if (x < 0 || x > width) return;
  context.beginPath();
  context.moveTo(x, height - OWN_PX * 2);
  context.lineTo(x + OWN_PX, height);
  context.lineTo(x - OWN_PX, height);
  context.fillStyle = color;
  context.fill();
}

function stroke(
  context: CanvasRenderingContext2D,
  from: readonly [number, number],
  to: readonly [number, number],
): void {
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}
