/** Keys of drawings: Escape ends, Enter finishes a path, Delete removes, arrows move, Ctrl+Z undoes. */

import { type RefObject, useEffect, useRef } from 'react';

export interface DrawingKeys {
  /** Something is being drawn or selected. */
  readonly busy: boolean;
  readonly selected: boolean;
  end(): void;
  finish(): void;
  remove(): void;
  undo(): void;
  redo(): void;
  /** @param x bars to the right @param y pixels downwards */
  move(x: number, y: number): void;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const FAST = 10;

/** Whether keys pressed at a place are the drawings' own. */
function isOurs(target: EventTarget | null, root: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input, select, textarea, dialog, [data-line]') !== null) return false;
  return target === document.body || root?.closest('.chart')?.contains(target) === true;
}

/** What a key does; null = it is not one of these. */
function actionOf(event: KeyboardEvent, keys: DrawingKeys): (() => void) | null {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() === 'y') return keys.redo;
    if (key.toLowerCase() !== 'z') return null;
    return shiftKey ? keys.redo : keys.undo;
  }
  if (event.altKey || !keys.busy) return null;
  if (key === 'Escape') return keys.end;
  const onButton = event.target instanceof HTMLButtonElement;
  if (key === 'Enter' && !onButton && !keys.selected) return keys.finish;
  if (!keys.selected) return null;
  if (key === 'Delete' || key === 'Backspace') return keys.remove;
  const arrow = ARROWS[key];
  if (arrow === undefined) return null;
  const by = shiftKey ? FAST : 1;
  return () => keys.move(arrow[0] * by, arrow[1] * by);
}

/** Hears the keys while the chart can be drawn on. */
export function useDrawingKeys(root: RefObject<HTMLElement | null>, keys: DrawingKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isOurs(event.target, root.current)) return;
      const action = actionOf(event, latest.current);
      if (action === null) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [root]);
}
