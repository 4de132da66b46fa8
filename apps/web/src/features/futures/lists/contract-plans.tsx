/** Changes the trigger of a contract's order that waits for a price. */

import { trimZeros } from '../../../data/decimal.ts';
import {
  type ContractPlanRow,
  MARGIN_COIN,
  moveContractPlan,
} from '../../../data/rest/positions.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { FUTURES_KEYS } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { type AmendField, AmendForm } from '../../desk/lists/amend-form.tsx';
import type { AmendProps } from '../../desk/lists/list-product.ts';
import { isTrailing, planKind } from '../../terminal/orders/plan-kind.ts';
import { digitsOf } from '../positions/position-cells.tsx';

/** Whether its trigger is a price that can be changed. */
export function isMovable(row: ContractPlanRow): boolean {
  return !isTrailing(row) && Number(row.triggerPrice) > 0;
}

/** Changes the trigger. */
export function TriggerDialog({ row, price, onClose }: AmendProps<ContractPlanRow>) {
  const t = useT();
  const digits = digitsOf(useContracts().data, row.symbol);
  const fields: readonly AmendField<'trigger'>[] = [
    {
      ...{ name: 'trigger', saidAt: 'trigger', label: 'order.trigger', unit: MARGIN_COIN },
      ...{ scale: digits.price, before: trimZeros(row.triggerPrice), chosen: price },
    },
  ];
  return (
    <AmendForm
      fields={fields}
      head={
        <p className="muted">
          {row.symbol} · {t(planKind(row))}
        </p>
      }
      changes={FUTURES_KEYS.all}
      send={(_changed, { trigger }) => moveContractPlan(row, trigger)}
      onClose={onClose}
    />
  );
}
