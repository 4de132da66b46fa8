/**
 * Toasts: top centre, 3 seconds, offset 8. `loading` stays until it is closed, and so does one that
 * asks for something. Hovering or focusing one stops its time.
 */

import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useT } from '../platform/locale/intl.tsx';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import {
  type Toast,
  type ToastAction,
  type ToastType,
  withoutToast,
  withToast,
} from './toast-list.ts';

/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 3_000;

const store = createStore<readonly Toast[]>(() => []);
let nextId = 1;

/**
 * Shows a toast; returns a function that closes it. With an action it stays until then. An empty text
 * shows none: nothing is to be told. One that says the same takes the place of the one before.
 * @param id what it is about: it takes the place of another of that
 */
export function toast(
  type: ToastType,
  text: string,
  action?: ToastAction,
  id: number | string = nextId++,
): () => void {
  if (text === '') return () => {};
  const item: Toast = { id, type, text, action: action ?? null };
  store.setState(withToast(store.getState(), item), true);
  return () => close(id);
}

function close(id: Toast['id']): void {
  store.setState(withoutToast(store.getState(), id), true);
}

const ICONS: Readonly<Record<Exclude<ToastType, 'loading'>, IconName>> = {
  info: 'info',
  success: 'success',
  question: 'question',
  warning: 'warn',
  error: 'error',
};

/** Closes the toast when its time is over; the returned functions stop and start that time. */
function useTimer(item: Toast) {
  const timer = useRef(0);
  const stays = item.type === 'loading' || item.action !== null;
  const stop = () => clearTimeout(timer.current);
  const start = () => {
    stop();
    if (!stays) timer.current = window.setTimeout(() => close(item.id), TOAST_MS);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that takes its place has all of the time
  useEffect(() => {
    start();
    return stop;
  }, [item]);
  return { start, stop };
}

/** One toast as it looks; the host gives it its time. */
export function ToastView(props: {
  readonly type: ToastType;
  readonly text: string;
  readonly action: ToastAction | null;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { type, action } = props;
  return (
    <div className={`toast toast-${type}`} role={type === 'error' ? 'alert' : 'status'}>
      {type === 'loading' ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        <Icon name={ICONS[type]} size={18} />
      )}
      <span className="toast-text">{props.text}</span>
      {action !== null && (
        <Button look="link" onClick={action.run}>
          {action.label}
        </Button>
      )}
      <button
        type="button"
        className="toast-close"
        aria-label={t('toast.dismiss')}
        onClick={props.onClose}
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}

function TimedToast({ item }: { readonly item: Toast }) {
  const { start, stop } = useTimer(item);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only stops the clock of what is inside
    <div
      className="toast-place"
      onPointerEnter={stop}
      onPointerLeave={start}
      onFocus={stop}
      onBlur={start}
    >
      <ToastView {...item} onClose={() => close(item.id)} />
    </div>
  );
}

/** The place where toasts appear; a popover, so that they lie above open dialogs. */
export function ToastHost() {
  const items = useStore(store);
  const t = useT();
  const host = useRef<HTMLElement>(null);
  const newest = items.at(-1)?.id;
  useEffect(() => {
    const element = host.current;
    if (element === null || typeof element.showPopover !== 'function') return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (newest !== undefined) element.showPopover();
  }, [newest]);
  return (
    <section className="toasts" ref={host} popover="manual" aria-label={t('toast.region')}>
      {items.map((item) => (
        <TimedToast key={item.id} item={item} />
      ))}
    </section>
  );
}
