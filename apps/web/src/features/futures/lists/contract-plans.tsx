/** Orders of contracts that wait for a price: triggers, take profits, stop losses, trailing stops. */

import { useState } from 'react';
import type { Column } from '../../../components/data-table.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { submitForm } from '../../../components/submit-form.ts';
import { toast } from '../../../components/toast.tsx';
import { amountError } from '../../../data/amount-error.ts';
import { trimZeros } from '../../../data/decimal.ts';
import { dateTime } from '../../../data/format.ts';
import {
  type ContractPlanRow,
  cancelContractPlan,
  isExit,
  MARGIN_COIN,
  moveContractPlan,
} from '../../../data/rest/positions.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { exitKind, useContractPlans } from '../../../data/state/positions.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { listColumns } from '../../desk/lists/columns.tsx';
import { OrderList } from '../../desk/lists/order-list.tsx';
import { RowActions } from '../../desk/lists/row-actions.tsx';
import { CancelAll } from '../../terminal/orders/cancel-all.tsx';
import { digitsOf } from '../positions/position-cells.tsx';
import { usePositionAction } from '../positions/use-position-action.ts';
import { ContractCell, DoesCell, useContractTexts } from './contract-cells.tsx';

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

function Actions(props: { readonly row: ContractPlanRow; readonly onAmend: () => void }) {
  const t = useT();
  const { row, onAmend } = props;
  const { busy, run } = usePositionAction();
  const cancel = async () => {
    if (await run(() => cancelContractPlan(row))) toast('success', t('orders.cancelled'));
  };
  return (
    <RowActions
      id={row.orderId}
      busy={busy}
      onAmend={isMovable(row) && onAmend}
      onCancel={() => void cancel()}
    />
  );
}

function useColumns(amend: (row: ContractPlanRow) => void): readonly Column<ContractPlanRow>[] {
  const t = useT();
  const { price, size } = useContractTexts();
  const trigger = (row: ContractPlanRow) => {
    if (contractPlanKind(row) === 'order.kind.trailing') return `${row.callbackRatio ?? ''}%`;
    const by = t(row.triggerType === 'mark_price' ? 'futures.mark' : 'markets.last');
    return `${price(row.symbol, row.triggerPrice)} (${by})`;
  };
  const execution = (row: ContractPlanRow) =>
    row.orderType === 'limit'
      ? price(row.symbol, Number(row.price) > 0 ? row.price : row.executePrice)
      : t('order.marketPrice');
  return listColumns<ContractPlanRow>(t, {
    time: (row) => dateTime(row.cTime),
    pair: (row) => <ContractCell symbol={row.symbol} />,
    kind: (row) => t(contractPlanKind(row)),
    side: (row) => <DoesCell row={row} />,
    trigger,
    execution,
    size: (row) =>
      Number(row.size) > 0 ? size(row.symbol, row.size) : <bdi>{t('positions.whole')}</bdi>,
    actions: (row) => <Actions row={row} onAmend={() => amend(row)} />,
  });
}

/** The list. */
export function PlansTab({ symbol }: { readonly symbol: string }) {
  const query = useContractPlans(symbol);
  const [amending, setAmending] = useState<ContractPlanRow | null>(null);
  const columns = useColumns(setAmending);
  return (
    <>
      <OrderList
        label="orders.plans"
        what="orders"
        query={query}
        rows={query.rows}
        columns={columns}
        rowKey={(row) => row.orderId}
        more={query.more}
      />
      {amending !== null && <TriggerDialog row={amending} onClose={() => setAmending(null)} />}
    </>
  );
}

/** Cancels what the list shows. */
export function CancelPlans({ symbol }: { readonly symbol: string }) {
  const some = useContractPlans(symbol).rows.length > 0;
  return <CancelAll list="contractPlans" symbol={symbol} some={some} />;
}
