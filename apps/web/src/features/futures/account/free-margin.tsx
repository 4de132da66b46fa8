/** What new orders may use, and the way to more of it. */

import { freeOf, MARGIN_SCALE } from '@halcyon/domain';
import { toText } from '../../../data/decimal.ts';
import { amount } from '../../../data/format.ts';
import type { ContractAccount } from '../../../data/state/contract-account.ts';
import { AvailableLine } from '../../desk/order-form/available-line.tsx';
import { TransferButton } from '../../desk/order-form/transfer-button.tsx';

/** The line above the form's fields. */
export function FreeMargin({ account }: { readonly account: ContractAccount | null }) {
  const free = account === null ? 0 : Math.max(0, freeOf(account.margin));
  const text =
    account === null
      ? '–'
      : `${amount(toText(BigInt(free), MARGIN_SCALE), MARGIN_SCALE)} ${account.coin}`;
  return (
    <AvailableLine text={text}>
      {account !== null && <TransferButton to="usdt_futures" />}
    </AvailableLine>
  );
}
