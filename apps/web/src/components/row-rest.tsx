/** What a row says in the columns that its table has no room for: a button, and the values under the row. */

import { type Key, type ReactNode, useState } from 'react';
import { useT } from '../platform/locale/intl.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Rows whose other values are shown. */
export interface OpenRows {
  readonly open: ReadonlySet<Key>;
  readonly toggle: (key: Key) => void;
}

/** None at first. */
export function useOpenRows(): OpenRows {
  const [open, setOpen] = useState<ReadonlySet<Key>>(new Set());
  const toggle = (key: Key) =>
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  return { open, toggle };
}

/** Shows or hides them. */
export function RestButton({ row, rows }: { readonly row: Key; readonly rows: OpenRows }) {
  const t = useT();
  const { open, toggle } = rows;
  return (
    <Button
      look="ghost"
      icon
      className="rest-button"
      aria-expanded={open.has(row)}
      aria-label={t('table.rest')}
      title={t('table.rest')}
      onClick={() => toggle(row)}
    >
      <Icon name="chevron" size={16} />
    </Button>
  );
}

/** The values, each under the heading of its column. */
export function RestValues(props: {
  readonly values: readonly (readonly [key: string, label: ReactNode, value: ReactNode])[];
}) {
  return (
    <dl className="row-rest-values">
      {props.values.map(([key, label, value]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
