/** The terminal's frame before the instruments are known. */

import { useT } from '../../platform/locale/intl.tsx';

const AREAS = ['bar', 'chart', 'book', 'side', 'lists'] as const;

/** Grey panels in the places of the real ones, so that nothing jumps. */
export function TerminalSkeleton() {
  const t = useT();
  return (
    <div className="terminal" role="status">
      <h1 className="visually-hidden">{t('state.loading')}</h1>
      {AREAS.map((area) => (
        <div key={area} className={`panel area-${area}`}>
          {area === 'bar' && <div className="bar" />}
        </div>
      ))}
    </div>
  );
}
