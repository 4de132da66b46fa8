/** Results side by side: the trader's and the followers', of one trader or of several. */

import type { CopyResult } from '@halcyon/domain/web';
import type { ReactNode } from 'react';
import { useT } from '../../platform/locale/intl.tsx';
import { FIGURES, isTooShort } from './figures.tsx';

/** A column: whose result it is. */
export interface ResultColumn {
  readonly key: string;
  readonly head: ReactNode;
  readonly result: CopyResult;
}

/** The table; it is wider than a phone where it compares several, and scrolls there. */
export function ResultTable(props: {
  readonly label: string;
  readonly columns: readonly ResultColumn[];
}) {
  const t = useT();
  const { label, columns } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className="table-scroll copy-results" tabIndex={0} aria-label={label}>
      <table className="table">
        <thead>
          <tr>
            <td />
            {columns.map(({ key, head, result }) => (
              <th key={key} scope="col" className="end">
                {head}
                {isTooShort(result) && <small className="copy-short">{t('copy.tooShort')}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIGURES.map(({ label: name, shown }) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              {columns.map(({ key, result }) => (
                <td key={key} className="end num">
                  {shown(result)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
