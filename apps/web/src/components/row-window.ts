/**
 * Which rows of a long list are drawn: those on screen and some around them, whether the list scrolls
 * or the page does. The others are room of the same height.
 */

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Lists up to this length are drawn whole. */
export const WHOLE_ROWS_MAX = 60;
/** Rows drawn beyond either edge of the screen. */
const AROUND = 12;
const FIRST_HEIGHT = 36;

/** `from` ≤ index < `to` is drawn. */
export interface RowWindow {
  readonly from: number;
  readonly to: number;
  /** Height of a row, px. */
  readonly height: number;
}

/** What a list and the part of the screen that it can be seen in measure, px. */
export interface Measures {
  readonly count: number;
  readonly height: number;
  /** Where the first row would begin. */
  readonly start: number;
  readonly seenFrom: number;
  readonly seenTo: number;
}

/** The rows to draw. */
export function rowWindow({ count, height, start, seenFrom, seenTo }: Measures): RowWindow {
  if (count <= WHOLE_ROWS_MAX) return { from: 0, to: count, height };
  const first = Math.floor((seenFrom - start) / height) - AROUND;
  const last = Math.ceil((seenTo - start) / height) + AROUND;
  const from = Math.max(0, Math.min(first, count - AROUND));
  return { from, to: Math.min(count, Math.max(last, AROUND)), height };
}

function measure(body: HTMLElement, scroller: HTMLElement, count: number): RowWindow {
  const rows = body.querySelectorAll<HTMLElement>('tr[aria-rowindex]');
  const [first, last] = [rows[0], rows[rows.length - 1]];
  const drawn =
    first === undefined || last === undefined
      ? 0
      : last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
  const height = drawn > 0 ? drawn / rows.length : FIRST_HEIGHT;
  const seen = scroller.getBoundingClientRect();
  const { top: start } = body.getBoundingClientRect();
  const [seenFrom, seenTo] = [Math.max(0, seen.top), Math.min(window.innerHeight, seen.bottom)];
  return rowWindow({ count, height, start, seenFrom, seenTo });
}

/**
 * The window over `count` rows of `body`, kept up to date while anything scrolls. A row that goes out
 * of it with the focus leaves the focus to the scroller.
 */
export function useRowWindow(
  body: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  count: number,
): RowWindow {
  const [shown, setShown] = useState<RowWindow>({
    from: 0,
    to: Math.min(count, WHOLE_ROWS_MAX),
    height: FIRST_HEIGHT,
  });
  const focused = useRef(false);
  useLayoutEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      if (body.current === null || scroller.current === null) return;
      focused.current = body.current.contains(document.activeElement);
      const next = measure(body.current, scroller.current, count);
      setShown((now) => (now.from === next.from && now.to === next.to ? now : next));
    };
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(update);
    };
    update();
    if (count <= WHOLE_ROWS_MAX) return;
    // What scrolls may be the list, the page or a dialog.
    document.addEventListener('scroll', later, { capture: true, passive: true });
    window.addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', later, { capture: true });
      window.removeEventListener('resize', later);
    };
  }, [body, scroller, count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows go when the window moves
  useLayoutEffect(() => {
    if (focused.current && document.activeElement === document.body) {
      scroller.current?.focus({ preventScroll: true });
    }
    focused.current = false;
  }, [shown, scroller]);
  return { from: Math.min(shown.from, count), to: Math.min(shown.to, count), height: shown.height };
}
