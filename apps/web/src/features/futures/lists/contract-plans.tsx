/** Orders of contracts that wait for a price: triggers, take profits, stop losses, trailing stops. */

import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { submitForm } from '../../../components/submit-form.ts';
import { toast } from '../../../components/toast.tsx';
import { amountError } from '../../../data/amount-error.ts';
import { trimZeros } from '../../../data/decimal.ts';
import {
  type ContractPlanRow,
  isExit,
  MARGIN_COIN,
  moveContractPlan,
} from '../../../data/rest/positions.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { exitKind } from '../../../data/state/positions.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { digitsOf } from '../positions/position-cells.tsx';
import { usePositionAction } from '../positions/use-position-action.ts';

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

interface DialogProps {
  readonly row: ContractPlanRow;
  readonly price?: string;
  readonly onClose: () => void;
}

/** Changes the trigger. */
export function TriggerDialog({ row, price, onClose }: DialogProps) {
  const t = useT();
  const digits = digitsOf(useContracts().data, row.symbol);
  const [trigger, setTrigger] = useState(price ?? trimZeros(row.triggerPrice));
  const { busy, refusal, at, run, changed } = usePositionAction(['trigger']);
  const error = amountError(t, trigger, digits.price, t('order.trigger'));
  const submit = async () => {
    if (error !== undefined || !(await run(() => moveContractPlan(row, trimZeros(trigger)))))
      return;
    toast('success', t('orders.amended'));
    onClose();
  };
  return (
    <Dialog title={t('orders.amend')} onClose={onClose}>
      <form className="amend" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <p className="muted">
          {row.symbol} · {t(contractPlanKind(row))}
        </p>
        <NumberField
          label={t('order.trigger')}
          unit={MARGIN_COIN}
          scale={digits.price}
          value={trigger}
          onChange={(value) => {
            changed();
            setTrigger(value);
          }}
          error={error ?? at('trigger')}
        />
        <FormEnd refusal={refusal} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
