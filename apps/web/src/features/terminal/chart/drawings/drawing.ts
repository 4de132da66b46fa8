/** A drawing as it is kept, and what may be read back of one: by price and time, for all intervals. */

import { hasText, isTool, type ToolName, toolOf } from './tools.ts';

/** A point. Its time is in Unix ms. */
export interface DrawnPoint {
  readonly time: number;
  readonly price: number;
}

/** Dashes of a line. */
export const DASHES = ['solid', 'dashed', 'dotted'] as const;
export const WIDTHS = [1, 2, 3, 4] as const;

/** How a drawing looks. */
export interface DrawingStyle {
  /** Six hexadecimal digits after a #. */
  readonly colour: string;
  readonly width: (typeof WIDTHS)[number];
  readonly dash: (typeof DASHES)[number];
}

/** A colour that can be seen on both themes. */
export const FIRST_STYLE: DrawingStyle = { colour: '#2979ff', width: 2, dash: 'solid' };

const COLOUR = /^#[0-9a-f]{6}$/;

/** A drawing. */
export interface Drawing {
  readonly id: string;
  readonly tool: ToolName;
  readonly points: readonly DrawnPoint[];
  readonly style: DrawingStyle;
  readonly text: string;
  readonly locked: boolean;
  readonly hidden: boolean;
}

/** Drawings of an instrument, points of one, letters of its text, characters of all of them: an account keeps as many. */
export const DRAWINGS_MAX = 200;
export const POINTS_MAX = 300;
export const TEXT_MAX = 200;
export const KEPT_MAX = 65_536;

/** Shape of what is kept; another one is not read. */
const VERSION = 1;

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return Object(value) as Fields;
}

function among<T>(values: readonly T[], value: unknown): value is T {
  return values.includes(value as T);
}

/** Whether a kept value is a style. */
export function isStyle(value: unknown): value is DrawingStyle {
  const { colour, width, dash } = fieldsOf(value);
  if (typeof colour !== 'string' || !COLOUR.test(colour)) return false;
  return among(WIDTHS, width) && among(DASHES, dash);
}

function isPoint(value: unknown): value is DrawnPoint {
  const { time, price } = fieldsOf(value);
  return Number.isSafeInteger(time) && Number.isFinite(price);
}

/** The number of points that a kept drawing of a tool has. */
function fits(tool: ToolName, count: number): boolean {
  const { points } = toolOf(tool);
  if (typeof points !== 'number') return count >= 2 && count <= POINTS_MAX;
  // A position has its stop besides what is placed.
  return count === (tool === 'long' || tool === 'short' ? points + 1 : points);
}

/** A drawing of what was kept; null when it is none. */
export function drawingOf(value: unknown): Drawing | null {
  const { id, tool, points, style, text, locked, hidden } = fieldsOf(value);
  if (typeof id !== 'string' || id === '' || id.length > 64 || !isTool(tool)) return null;
  if (!Array.isArray(points) || !fits(tool, points.length) || !points.every(isPoint)) return null;
  if (!isStyle(style) || typeof text !== 'string' || text.length > TEXT_MAX) return null;
  return {
    ...{ id, tool, text: hasText(tool) ? text : '' },
    points: points.map(({ time, price }) => ({ time, price })),
    style: { colour: style.colour, width: style.width, dash: style.dash },
    locked: locked === true,
    hidden: hidden === true,
  };
}

/** Drawings of what was kept: what is damaged is left out, the rest is kept. */
export function readDrawings(kept: string | null): readonly Drawing[] {
  if (kept === null || kept.length > KEPT_MAX) return [];
  try {
    const { version, drawings } = fieldsOf(JSON.parse(kept));
    if (version !== VERSION || !Array.isArray(drawings)) return [];
    const known = new Set<string>();
    return drawings.slice(0, DRAWINGS_MAX).flatMap((value) => {
      const drawing = drawingOf(value);
      if (drawing === null || known.has(drawing.id)) return [];
      known.add(drawing.id);
      return [drawing];
    });
  } catch {
    return [];
  }
}

/** What is kept of drawings; null when it is more than may be. */
export function keptDrawings(drawings: readonly Drawing[]): string | null {
  if (drawings.length > DRAWINGS_MAX) return null;
  const kept = JSON.stringify({ version: VERSION, drawings });
  return kept.length > KEPT_MAX ? null : kept;
}

/** As many of the points as a drawing may have, evenly taken; the ends stay. */
export function thinned<T>(points: readonly T[], max = POINTS_MAX): readonly T[] {
  if (points.length <= max) return points;
  const step = (points.length - 1) / (max - 1);
  return Array.from({ length: max }, (_, index) => points[Math.round(index * step)] as T);
}

/** Points without those that are where the one before them is: a double click places two. */
export function withoutRepeats(points: readonly DrawnPoint[]): readonly DrawnPoint[] {
  return points.filter((point, index) => {
    const before = points[index - 1];
    return before === undefined || before.time !== point.time || before.price !== point.price;
  });
}
