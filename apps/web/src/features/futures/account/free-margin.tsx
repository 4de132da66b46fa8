/** What new orders may use, and the way to more of it. */

import { freeOf, MARGIN_SCALE } from '@halcyon/domain';
import { useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { toText } from '../../../data/decimal.ts';
import { amount } from '../../../data/format.ts';
import type { ContractAccount } from '../../../data/state/contract-account.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { TransferDialog } from '../../transfer/transfer-part.ts';

/** The line above the form's fields. */
export function FreeMargin({ account }: { readonly account: ContractAccount | null }) {
  const t = useT();
  const [moving, setMoving] = useState(false);
  const free = account === null ? 0 : Math.max(0, freeOf(account.margin));
  return (
    <div className="order-line">
      <span className="muted">{t('order.available')}</span>
      <span className="order-available">
        <span className="num">
          {account === null
            ? '–'
            : `${amount(toText(BigInt(free), MARGIN_SCALE), MARGIN_SCALE)} ${account.coin}`}
        </span>
        {account !== null && (
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
        )}
      </span>
      {moving && <TransferDialog to="usdt_futures" onClose={() => setMoving(false)} />}
    </div>
  );
}
