/** Texts of rows, made once for all cells of a row. */

import { useMemo } from 'react';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import type { LineContext } from '../../records/order-lines.ts';

/** @param make the texts of a row @param instruments what they depend on, besides the language */
export function useRowTexts<Row extends object, Texts>(
  make: (context: LineContext, row: Row) => Texts,
  instruments: ReadonlyMap<string, InstrumentInfo> | undefined,
): (row: Row) => Texts {
  const t = useT();
  return useMemo(() => {
    const made = new WeakMap<Row, Texts>();
    return (row) => {
      const known = made.get(row);
      if (known !== undefined) return known;
      const texts = make({ t, instruments }, row);
      made.set(row, texts);
      return texts;
    };
  }, [make, t, instruments]);
}
