/** What a panel shows while it has nothing to show. */

import type { ReactNode } from 'react';
import { useT } from '../platform/locale/intl.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** "No data found." or another text, with an optional action. */
export function EmptyState({
  text,
  children,
}: {
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  const t = useT();
  return (
    <div className="state">
      <Icon name="empty" size={28} />
      <p>{text ?? t('table.empty')}</p>
      {children}
    </div>
  );
}

/** A failed read with a way to try again. */
export function ErrorState({
  message,
  onRetry,
}: {
  readonly message?: string;
  readonly onRetry?: () => void;
}) {
  const t = useT();
  return (
    <div className="state" role="alert">
      <Icon name="warn" size={28} />
      <p>{message ?? t('state.failed')}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{t('state.retry')}</Button>}
    </div>
  );
}

/** Grey lines in the place of `rows` rows. */
export function SkeletonRows({
  rows,
  height = 14,
}: {
  readonly rows: number;
  readonly height?: number;
}) {
  const t = useT();
  const lines = Array.from({ length: rows }, (_, index) => `line-${index}`);
  return (
    <div role="status" style={{ padding: 12 }}>
      <span className="visually-hidden">{t('state.loading')}</span>
      {lines.map((line, index) => (
        <span
          key={line}
          className="skeleton"
          style={{ height, margin: '8px 0', width: `${92 - ((index * 17) % 35)}%` }}
        />
      ))}
    </div>
  );
}
