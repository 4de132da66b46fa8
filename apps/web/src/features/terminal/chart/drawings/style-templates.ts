/** How the next drawing of a tool looks: as a person chose for it. */

import { readLocal, writeLocal } from '../../../../platform/storage/local.ts';
import { type DrawingStyle, FIRST_STYLE, isStyle } from './drawing.ts';
import { isTool, type ToolName } from './tools.ts';

const KEY = 'drawing-styles';

function templates(): Readonly<Partial<Record<ToolName, DrawingStyle>>> {
  try {
    const kept: unknown = JSON.parse(readLocal(KEY) ?? '{}');
    const entries = Object.entries(Object(kept) as Record<string, unknown>);
    return Object.fromEntries(entries.filter(([name, style]) => isTool(name) && isStyle(style)));
  } catch {
    return {};
  }
}

/** The look of a tool's next drawing. */
export function styleOf(tool: ToolName): DrawingStyle {
  return templates()[tool] ?? FIRST_STYLE;
}

/** Keeps a look for a tool. */
export function keepStyle(tool: ToolName, style: DrawingStyle): void {
  writeLocal(KEY, JSON.stringify({ ...templates(), [tool]: style }));
}
