/** Moves a line by pointer or by keys; nothing is sent before it is let go or Enter is pressed. */

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { stepped } from '../../../../components/number-field.tsx';
import { toast } from '../../../../components/toast.tsx';
import { compareText, trimZeros } from '../../../../data/decimal.ts';
import { errorText } from '../../../../data/rest/error-text.ts';
import { useT } from '../../../../platform/locale/intl.tsx';
import type { ChartHandle } from '../chart-host.ts';
import type { ChartLine } from './line.ts';

/** A press that moves less is a click, pixels. */
const SLACK = 4;
/** How long a move can be taken back, ms. */
const UNDO_MS = 10_000;

/** Steps of the keys: with Shift by ten, with Alt by a hundred, as in a field of a number. */
function stepsOf({ key, shiftKey, altKey }: KeyboardEvent): number {
  const way = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
  return way * (altKey ? 100 : shiftKey ? 10 : 1);
}

/** Amends and offers to take it back. */
function useMove(line: ChartLine) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast('error', errorText(t, error));
    } finally {
      setBusy(false);
    }
  };
  const move = (price: string) =>
    during(async () => {
      const before = line.price;
      await line.move?.(price);
      const run = () => {
        close();
        void during(async () => line.move?.(before));
      };
      const close = toast('success', line.moved ?? t('orders.amended'), {
        label: t('lines.undo'),
        run,
      });
      setTimeout(close, UNDO_MS);
    });
  return { busy, move };
}

/** The price that a line is being moved to, null while it is not, and what moves it. */
export function useDrag(chart: ChartHandle, line: ChartLine) {
  const [ghost, setGhost] = useState<string | null>(null);
  const { busy, move } = useMove(line);
  const from = useRef<{ readonly top: number; readonly at: number } | null>(null);
  const settle = async (price: string) => {
    if (compareText(price, line.price) === 0) return setGhost(null);
    if (line.edit !== undefined && line.needsLook?.(price) === true) {
      setGhost(null);
      line.edit(price);
      return;
    }
    await move(price);
    setGhost(null);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || busy) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // The chart's own top: heights on it are counted from there.
    const { y } = event.currentTarget.getBoundingClientRect();
    const height = chart.heightOf(line.price);
    from.current = { top: y + event.currentTarget.offsetHeight / 2 - height, at: event.clientY };
  };
  const onPointerMove = ({ clientY }: PointerEvent) => {
    const start = from.current;
    if (start === null || (ghost === null && Math.abs(clientY - start.at) < SLACK)) return;
    const price = chart.priceAt(clientY - start.top);
    if (price > 0) setGhost(trimZeros(price.toFixed(line.digits)));
  };
  const onPointerUp = () => {
    if (from.current === null) return;
    from.current = null;
    if (ghost === null) line.edit?.();
    else void settle(ghost);
  };
  const onPointerCancel = () => {
    from.current = null;
    setGhost(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsOf(event);
    if (steps !== 0 && !busy) setGhost(stepped(ghost ?? line.price, line.digits, steps));
    else if (event.key === 'Escape') onPointerCancel();
    else if (event.key === 'Enter' && ghost === null) line.edit?.();
    else if (event.key === 'Enter' && !busy && ghost !== null) void settle(ghost);
    else return;
    event.preventDefault();
    // The chart and the page have keys of their own.
    event.stopPropagation();
  };
  const onBlur = () => {
    if (!busy) onPointerCancel();
  };
  const grip = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onKeyDown, onBlur };
  return { ghost, busy, grip };
}
