/** Toasts: top centre, 3 seconds, offset 8; `loading` stays until it is replaced or closed. */

import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useT } from '../platform/locale/intl.tsx';
import { Icon, type IconName } from './icon.tsx';

/** The product's toast types. */
export type ToastType = 'info' | 'success' | 'question' | 'warning' | 'error' | 'loading';

/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 3_000;

interface Toast {
  readonly id: number;
  readonly type: ToastType;
  readonly text: string;
}

const MAX_TOASTS = 5;
const store = createStore<readonly Toast[]>(() => []);
let nextId = 1;

/** Shows a toast; returns a function that closes it. */
export function toast(type: ToastType, text: string): () => void {
  const id = nextId++;
  store.setState([...store.getState(), { id, type, text }].slice(-MAX_TOASTS), true);
  return () => close(id);
}

function close(id: number): void {
  store.setState(
    store.getState().filter((item) => item.id !== id),
    true,
  );
}

const ICONS: Readonly<Record<Exclude<ToastType, 'loading'>, IconName>> = {
  info: 'info',
  success: 'success',
  question: 'question',
  warning: 'warn',
  error: 'error',
};

function ToastView({ item }: { readonly item: Toast }) {
  const timer = useRef(0);
  const start = () => {
    if (item.type !== 'loading') timer.current = window.setTimeout(() => close(item.id), TOAST_MS);
  };
  const stop = () => clearTimeout(timer.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer for the toast's life
  useEffect(() => {
    start();
    return stop;
  }, [item.id]);
  return (
    <div
      className={`toast toast-${item.type}`}
      role={item.type === 'error' ? 'alert' : 'status'}
      onPointerEnter={stop}
      onPointerLeave={start}
    >
      {item.type === 'loading' ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        <Icon name={ICONS[item.type]} size={18} />
      )}
      <span>{item.text}</span>
    </div>
  );
}

/** The place where toasts appear; a popover, so that they lie above open dialogs. */
export function ToastHost() {
  const items = useStore(store);
  const t = useT();
  const host = useRef<HTMLElement>(null);
  const newest = items.at(-1)?.id ?? 0;
  useEffect(() => {
    const element = host.current;
    if (element === null || typeof element.showPopover !== 'function') return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (newest > 0) element.showPopover();
  }, [newest]);
  return (
    <section className="toasts" ref={host} popover="manual" aria-label={t('toast.region')}>
      {items.map((item) => (
        <ToastView key={item.id} item={item} />
      ))}
    </section>
  );
}
