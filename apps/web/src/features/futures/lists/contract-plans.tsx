/** Orders of contracts that wait for a price: triggers, take profits, stop losses, trailing stops. */

import { trimZeros } from '../../../data/decimal.ts';
import {
  type ContractPlanRow,
  isExit,
  MARGIN_COIN,
  moveContractPlan,
} from '../../../data/rest/positions.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { exitKind, FUTURES_KEYS } from '../../../data/state/positions.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { type AmendField, AmendForm } from '../../desk/lists/amend-form.tsx';
import type { AmendProps } from '../../desk/lists/list-product.ts';
import { digitsOf } from '../positions/position-cells.tsx';

/** What kind of plan a row is, as a message. */
export function contractPlanKind(row: ContractPlanRow): MessageId {
  if (row.planType === 'track_plan' || row.planType === 'moving_plan') {
    return 'order.kind.trailing';
  }
  if (!isExit(row)) return 'order.kind.trigger';
  return exitKind(row) === 'profit' ? 'order.takeProfit' : 'order.stopLoss';
}

/** Whether its trigger is a price that can be changed. */
export function isMovable(row: ContractPlanRow): boolean {
  return contractPlanKind(row) !== 'order.kind.trailing' && Number(row.triggerPrice) > 0;
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
          {row.symbol} · {t(contractPlanKind(row))}
        </p>
      }
      changes={FUTURES_KEYS.all}
      send={(_changed, { trigger }) => moveContractPlan(row, trigger)}
      onClose={onClose}
    />
  );
}
