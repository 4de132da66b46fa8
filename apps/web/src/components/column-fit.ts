/**
 * Which columns a table has room for. Those it has none for go in a defined order, and a button of each row
 * shows what they say under it (row-rest.tsx). On a phone rows are cards, which have room for all, or for so many
 * as keep a card low.
 */

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAtLeast } from '../platform/theme/media.ts';

/** What of a column its place in that order depends on. */
export interface FittedColumn {
  readonly key: string;
  /** When it goes: the higher, the sooner; 0 = never. Default: 1. Of equal ones the last goes first. */
  readonly goes?: number | undefined;
}

/** Width of the button of a row with the padding around it, px. */
const BUTTON_WIDTH = 48;

/** Keys of the columns that may go, the first to go first. The first column says what the row is: it stays. */
export function goingOrder(columns: readonly FittedColumn[]): string[] {
  return columns
    .slice(1)
    .reverse()
    .filter(({ goes = 1 }) => goes > 0)
    .sort((a, b) => (b.goes ?? 1) - (a.goes ?? 1))
    .map(({ key }) => key);
}

/**
 * How many more columns go.
 * @param excess by how much the table is too wide, px
 * @param widths of those that may go, the first to go first, px
 */
export function goingCount(excess: number, widths: readonly number[]): number {
  let left = excess;
  let count = 0;
  for (const width of widths) {
    if (left <= 0) break;
    left -= width;
    count += 1;
  }
  return count;
}

/** A table's columns that have room, and those that have none, each in their order. */
export interface ColumnFit<C> {
  readonly shown: readonly C[];
  readonly rest: readonly C[];
}

/**
 * What fits into `scroller`, measured before it is seen and again when its width changes. A column that
 * went comes back only then: values that grow and shrink do not move the others to and fro. Headings carry
 * the keys of their columns (`data-column`).
 * @param name of the columns with their headings: another one is measured anew
 * @param cells that a card has room for, the button aside
 */
export function useColumnFit<C extends FittedColumn>(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly C[],
  name: string,
  cells = Number.POSITIVE_INFINITY,
): ColumnFit<C> {
  const table = useAtLeast('md');
  const order = goingOrder(columns);
  const [gone, setGone] = useState({ name, count: 0 });
  const most = table ? 0 : Math.max(0, columns.length - cells);
  const count = table && gone.name === name ? gone.count : most;

  const check = () => {
    const box = scroller.current;
    if (!table || box === null || count === order.length) return;
    const excess = box.scrollWidth - box.clientWidth;
    if (excess <= 0) return;
    const widths = order
      .slice(count)
      .map((key) => box.querySelector<HTMLElement>(`[data-column="${key}"]`)?.offsetWidth ?? 0);
    const button = count === 0 ? BUTTON_WIDTH : 0;
    setGone({ name, count: count + goingCount(excess + button, widths) });
  };
  const latest = useRef(check);
  // Whatever was drawn anew may be wider.
  useLayoutEffect(() => {
    latest.current = check;
    check();
  });
  useEffect(() => {
    const box = scroller.current;
    if (!table || box === null) return;
    let width = box.clientWidth;
    const observer = new ResizeObserver(() => {
      // What is in it grows without being drawn anew when the typeface arrives, or by a price.
      if (box.clientWidth === width) return latest.current();
      width = box.clientWidth;
      setGone((now) => ({ ...now, count: 0 }));
    });
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    return () => observer.disconnect();
  }, [scroller, table]);

  const out = new Set(order.slice(0, count));
  return {
    shown: columns.filter(({ key }) => !out.has(key)),
    rest: columns.filter(({ key }) => out.has(key)),
  };
}
