/** Orders of contracts that wait for a price: triggers, take profits, stop losses, trailing stops. */

import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { type Column, DataTable, LOW_CELLS } from '../../../components/data-table.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { Icon } from '../../../components/icon.tsx';
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
import { CancelAll } from '../../terminal/orders/cancel-all.tsx';
import { ListBody } from '../../terminal/orders/list-body.tsx';
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
    <span className="row-actions">
      {isMovable(row) && (
        <Button
          look="ghost"
          icon
          aria-label={t('orders.amendThis', { id: row.orderId })}
          title={t('orders.amend')}
          onClick={onAmend}
        >
          <Icon name="edit" />
        </Button>
      )}
      <Button
        look="ghost"
        aria-label={t('orders.cancelThis', { id: row.orderId })}
        busy={busy}
        onClick={() => void cancel()}
      >
        {t('action.cancel')}
      </Button>
    </span>
  );
}

function useColumns(amend: (row: ContractPlanRow) => void): readonly Column<ContractPlanRow>[] {
  const t = useT();
  const { num, price, size } = useContractTexts();
  const trigger = (row: ContractPlanRow) => {
    if (contractPlanKind(row) === 'order.kind.trailing') return `${row.callbackRatio ?? ''}%`;
    const by = t(row.triggerType === 'mark_price' ? 'futures.mark' : 'markets.last');
    return `${price(row.symbol, row.triggerPrice)} (${by})`;
  };
  const execution = (row: ContractPlanRow) =>
    row.orderType === 'limit'
      ? price(row.symbol, Number(row.price) > 0 ? row.price : row.executePrice)
      : t('order.marketPrice');
  return [
    { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.cTime) },
    { key: 'pair', label: t('orders.pair'), cell: (row) => <ContractCell symbol={row.symbol} /> },
    { key: 'kind', label: t('order.kind'), cell: (row) => t(contractPlanKind(row)) },
    { key: 'side', label: t('order.side'), cell: (row) => <DoesCell row={row} /> },
    { key: 'trigger', label: t('order.trigger'), end: true, cell: (row) => num(trigger(row)) },
    { key: 'price', label: t('order.execution'), end: true, cell: (row) => num(execution(row)) },
    {
      key: 'size',
      label: t('order.size'),
      end: true,
      cell: (row) =>
        Number(row.size) > 0 ? num(size(row.symbol, row.size)) : t('positions.whole'),
    },
    {
      key: 'actions',
      goes: 0,
      label: t('orders.actions'),
      end: true,
      cell: (row) => <Actions row={row} onAmend={() => amend(row)} />,
    },
  ];
}

/** The list. */
export function PlansTab({ symbol }: { readonly symbol: string }) {
  const t = useT();
  const query = useContractPlans(symbol);
  const [amending, setAmending] = useState<ContractPlanRow | null>(null);
  const columns = useColumns(setAmending);
  return (
    <>
      <ListBody what="orders" query={query} rows={query.rows}>
        {(rows) => (
          <DataTable
            label={t('orders.plans')}
            cells={LOW_CELLS}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.orderId}
            onEnd={query.more}
          />
        )}
      </ListBody>
      {amending !== null && <TriggerDialog row={amending} onClose={() => setAmending(null)} />}
    </>
  );
}

/** Cancels what the list shows. */
export function CancelPlans({ symbol }: { readonly symbol: string }) {
  const some = useContractPlans(symbol).rows.length > 0;
  return <CancelAll list="contractPlans" symbol={symbol} some={some} />;
}
