/** The one table of drawing tools. */

import * as channels from './shapes/channels.ts';
import * as fibonacci from './shapes/fibonacci.ts';
import type { Draw } from './shapes/figure.ts';
import * as forms from './shapes/forms.ts';
import * as lines from './shapes/lines.ts';
import * as positions from './shapes/position.ts';

/** Groups of the side bar, in its order. */
export const GROUPS = ['lines', 'channels', 'fibonacci', 'shapes', 'notes', 'measures'] as const;
/** One of them. */
export type ToolGroup = (typeof GROUPS)[number];

/** A tool. */
export interface Tool {
  readonly group: ToolGroup;
  /** How many points are placed; a path takes as many as a person wants, a brush what it passes. */
  readonly points: number | 'path' | 'brush';
  readonly draw: Draw;
  /** Of a square of 20. */
  readonly icon: string;
}

function tool(group: ToolGroup, points: Tool['points'], draw: Draw, icon: string): Tool {
  return { group, points, draw, icon };
}

export const TOOLS = {
  trend: tool('lines', 2, lines.trend, 'M4 15L16 5M3 16h2M15 4h2'),
  ray: tool('lines', 2, lines.ray, 'M4 15L18 3M3 16h2M10 10h.1'),
  extended: tool('lines', 2, lines.extended, 'M2 17L18 3M7 13h.1M13 7.500h.1'),
  horizontal: tool('lines', 1, lines.horizontal, 'M2 10h16M10 9v2'),
  horizontalRay: tool('lines', 1, lines.horizontalRay, 'M5 10h13M5 8v4'),
  vertical: tool('lines', 1, lines.vertical, 'M10 2v16M9 10h2'),
  cross: tool('lines', 1, lines.cross, 'M2 10h16M10 2v16'),
  arrow: tool('lines', 2, lines.arrow, 'M4 16L16 4M10 4h6v6'),
  parallel: tool('channels', 3, channels.parallel, 'M3 12L15 4M5 16L17 8'),
  regression: tool('channels', 2, channels.regression, 'M3 11L15 3M4 14L16 6M5 17L17 9'),
  disjoint: tool('channels', 4, channels.disjoint, 'M3 7L17 3M3 12L17 17'),
  pitchfork: tool('channels', 3, channels.pitchfork, 'M3 10h14M8 5v10M8 5h9M8 15h9'),
  schiff: tool('channels', 3, channels.schiff, 'M3 14L7 10h10M7 5v10M7 5h10M7 15h10'),
  fibRetracement: tool('fibonacci', 2, fibonacci.fibRetracement, 'M3 4h14M3 8h14M3 11h14M3 16h14'),
  fibExtension: tool('fibonacci', 3, fibonacci.fibExtension, 'M3 16L7 8l3 4M11 4h6M11 9h6M11 12h6'),
  fibFan: tool('fibonacci', 2, fibonacci.fibFan, 'M3 17L17 4M3 17L17 9M3 17l14-4'),
  fibZones: tool('fibonacci', 2, fibonacci.fibZones, 'M3 3v14M5.500 3v14M9 3v14M16 3v14'),
  fibCircles: tool(
    'fibonacci',
    2,
    fibonacci.fibCircles,
    'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 13.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Z',
  ),
  fibArcs: tool(
    'fibonacci',
    2,
    fibonacci.fibArcs,
    'M3 14a7 7 0 0 1 14 0M6.500 14a3.500 3.500 0 0 1 7 0',
  ),
  rectangle: tool('shapes', 2, forms.rectangle, 'M3.500 5.500h13v9h-13Z'),
  ellipse: tool('shapes', 2, forms.ellipse, 'M10 15c4 0 7-2.200 7-5s-3-5-7-5-7 2.200-7 5 3 5 7 5Z'),
  circle: tool('shapes', 2, forms.circle, 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 10h.1'),
  triangle: tool('shapes', 3, forms.triangle, 'M10 4l7 12H3Z'),
  polyline: tool('shapes', 'path', forms.path, 'M3 15l4-8 5 6 5-9'),
  brush: tool('shapes', 'brush', forms.path, 'M3 14c3-9 5 5 7-1s4-8 7-7'),
  text: tool('notes', 1, forms.text, 'M4 5V4h12v1M10 4v12M8 16h4'),
  priceLabel: tool('notes', 1, forms.priceLabel, 'M3 17l4-4M7 5h10v8H7Z'),
  markUp: tool('notes', 1, forms.markUp, 'M10 17V4M5 9l5-5 5 5'),
  markDown: tool('notes', 1, forms.markDown, 'M10 3v13M5 11l5 5 5-5'),
  measure: tool(
    'measures',
    2,
    positions.measure,
    'M3 13L13 3l4 4L7 17ZM8 8l2 2M11 5l1.500 1.500M5.500 10.500L7 12',
  ),
  long: tool(
    'measures',
    2,
    positions.position,
    'M3 12h14M3 16h14M3 4h14M10 12V5M7.500 7.500L10 5l2.500 2.500',
  ),
  short: tool(
    'measures',
    2,
    positions.position,
    'M3 8h14M3 4h14M3 16h14M10 8v7M7.500 12.500L10 15l2.500-2.500',
  ),
} satisfies Readonly<Record<string, Tool>>;

/** Names of the tools. */
export type ToolName = keyof typeof TOOLS;
/** All of them, in the order of the side bar. */
export const TOOL_NAMES = Object.keys(TOOLS) as readonly ToolName[];

/** A tool as the table has it, whichever it is. */
export function toolOf(name: ToolName): Tool {
  return TOOLS[name];
}

/** Whether a value names a tool. */
export function isTool(value: unknown): value is ToolName {
  return typeof value === 'string' && Object.hasOwn(TOOLS, value);
}

/** Tools whose drawings a person writes on. */
export function hasText(name: ToolName): boolean {
  return name === 'text' || name === 'markUp' || name === 'markDown';
}

/** The direction of a position; null of other tools. */
export function directionOf(name: ToolName): 'long' | 'short' | null {
  return name === 'long' || name === 'short' ? name : null;
}
