/** The way from an order form to more of what it takes. */

import { type ComponentProps, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { TransferDialog } from '../../transfer/transfer-part.ts';

/** Opens a transfer to the account. */
export function TransferButton(props: Omit<ComponentProps<typeof TransferDialog>, 'onClose'>) {
  const t = useT();
  const [moving, setMoving] = useState(false);
  return (
    <>
      <button
        type="button"
        className="order-fund"
        title={t('nav.transfer')}
        aria-label={t('nav.transfer')}
        aria-haspopup="dialog"
        onClick={() => setMoving(true)}
      >
        <Icon name="swap" size={14} />
      </button>
      {moving && <TransferDialog {...props} onClose={() => setMoving(false)} />}
    </>
  );
}
