/** What can be done with an order that is open or waits: amend it, cancel it. */

import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useT } from '../../../platform/locale/intl.tsx';

interface Props {
  readonly id: string;
  readonly busy?: boolean;
  /** Not of an order that cannot be changed. */
  readonly onAmend?: (() => void) | false;
  readonly onCancel: () => void;
  /** What else can be done, before these. */
  readonly children?: ReactNode;
}

/** The buttons of a row. */
export function RowActions({ id, busy = false, onAmend = false, onCancel, children }: Props) {
  const t = useT();
  return (
    <span className="row-actions">
      {children}
      {onAmend !== false && (
        <Button
          look="ghost"
          icon
          aria-label={t('orders.amendThis', { id })}
          title={t('orders.amend')}
          onClick={onAmend}
        >
          <Icon name="edit" />
        </Button>
      )}
      <Button
        look="ghost"
        aria-label={t('orders.cancelThis', { id })}
        busy={busy}
        onClick={onCancel}
      >
        {t('action.cancel')}
      </Button>
    </span>
  );
}
