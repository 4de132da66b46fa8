/** Tabs with arrow-key movement (WAI-ARIA tabs pattern, automatic activation). */

import type { KeyboardEvent, ReactNode } from 'react';
import { useId, useRef } from 'react';
import { arrowTarget } from './arrow-keys.ts';

/** One tab. */
export interface TabItem<K extends string> {
  readonly key: K;
  readonly label: ReactNode;
}

interface Props<K extends string> {
  readonly label: string;
  readonly items: readonly TabItem<K>[];
  readonly value: K;
  readonly onChange: (key: K) => void;
  /** Content of the selected tab. */
  readonly children: ReactNode;
  readonly className?: string;
  /** Shown at the end of the tab row. */
  readonly extra?: ReactNode;
}

/** A tab row and the panel of the selected tab. */
export function Tabs<K extends string>(props: Props<K>) {
  const { label, items, value, onChange, children, className, extra } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.key === value);
    const rtl = document.documentElement.dir === 'rtl';
    const target = arrowTarget(event.key, at, items.length, rtl ? 'rtl' : 'ltr');
    const next = target === null ? undefined : items[target];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  };
  return (
    <div className={`tabbed ${className ?? ''}`}>
      <div className="tab-bar">
        <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <button
              key={item.key}
              type="button"
              role="tab"
              className="tab"
              data-key={item.key}
              id={`${id}-${item.key}`}
              aria-selected={item.key === value}
              aria-controls={`${id}-panel`}
              tabIndex={item.key === value ? 0 : -1}
              onClick={() => onChange(item.key)}
            >
              {item.label}
            </button>
          ))}
        </div>
        {extra}
      </div>
      <div
        className="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
      >
        {children}
      </div>
    </div>
  );
}

/** A row of buttons of which one is pressed. */
export function Segments<K extends string>(props: {
  readonly label: string;
  readonly items: readonly TabItem<K>[];
  readonly value: K;
  readonly onChange: (key: K) => void;
  readonly className?: string;
}) {
  return (
    <fieldset className={`segments-box ${props.className ?? ''}`}>
      <legend className="visually-hidden">{props.label}</legend>
      <div className="segments">
        {props.items.map((item) => (
          <button
            key={item.key}
            type="button"
            className={`segment segment-${item.key}`}
            aria-pressed={item.key === props.value}
            onClick={() => props.onChange(item.key)}
          >
            {item.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
