/** Take profits, stop losses and trailing stops of a position: those there are, and one more of the whole or a part. */

import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { Segments } from '../../../components/tabs.tsx';
import { amountError } from '../../../data/amount-error.ts';
import { trimZeros } from '../../../data/decimal.ts';
import { amount, price as priceText } from '../../../data/format.ts';
import {
  cancelContractPlan,
  MARGIN_COIN,
  moveContractPlan,
  placeExit,
  type TriggerType,
} from '../../../data/rest/positions.ts';
import { newClientOid } from '../../../data/rest/trading.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import {
  exitSize,
  exitsOf,
  type PositionInfo,
  useContractPlans,
} from '../../../data/state/positions.ts';
import { useLivePosition } from '../../../data/state/positions-live.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { isTrailing, planKind } from '../../terminal/orders/plan-kind.ts';
import { isMovable } from '../lists/contract-plans.tsx';
import { digitsOf } from './position-cells.tsx';
import { PositionDialog } from './position-dialog.tsx';
import { usePositionAction } from './use-position-action.ts';

interface Props {
  readonly position: PositionInfo;
  readonly onClose: () => void;
}

interface Draft {
  readonly kind: 'profit' | 'loss';
  readonly trigger: string;
  readonly triggerType: TriggerType;
  readonly size: string;
}

const FRESH: Draft = { kind: 'loss', trigger: '', triggerType: 'mark_price', size: '' };

/** Those that wait, each with a way to change and to cancel it. */
function Waiting(props: {
  readonly position: PositionInfo;
  readonly busy: boolean;
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly onChange: (orderId: string, trigger: string) => void;
}) {
  const t = useT();
  const { position, busy, run, onChange } = props;
  const digits = digitsOf(useContracts().data, position.symbol);
  const rows = exitsOf(useContractPlans(position.symbol).rows, position);
  return (
    <ul className="exits">
      {rows.map((row) => (
        <li key={row.orderId}>
          <span>
            {t(planKind(row))}{' '}
            <span className="num">
              {isTrailing(row)
                ? `${row.callbackRatio}%`
                : priceText(row.triggerPrice, digits.price)}
              {Number(row.size) > 0 && ` · ${amount(exitSize(row, position))} ${digits.base}`}
            </span>
          </span>
          {isMovable(row) && (
            <Button
              look="ghost"
              icon
              aria-label={t('orders.amendThis', { id: row.orderId })}
              title={t('orders.amend')}
              onClick={() => onChange(row.orderId, trimZeros(row.triggerPrice))}
            >
              <Icon name="edit" />
            </Button>
          )}
          <Button
            look="ghost"
            aria-label={t('orders.cancelThis', { id: row.orderId })}
            busy={busy}
            onClick={() => void run(() => cancelContractPlan(row))}
          >
            {t('action.cancel')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** What is typed, and sending it: one more, or another trigger of one that waits. */
function useExits(position: PositionInfo) {
  const t = useT();
  const digits = digitsOf(useContracts().data, position.symbol);
  const plans = useContractPlans(position.symbol).rows;
  const { busy, refusal, at, run, changed } = usePositionAction(['trigger', 'size']);
  const [changing, setChanging] = useState('');
  const [draft, setDraft] = useState(FRESH);
  const row = plans.find(({ orderId }) => orderId === changing);
  const set = (patch: Partial<Draft>) => {
    changed();
    setDraft({ ...draft, ...patch });
  };
  const [tried, setTried] = useState(false);
  const triggerError = amountError(t, draft.trigger, digits.price, t('order.trigger'));
  const sizeError =
    draft.size === '' ? undefined : amountError(t, draft.size, digits.size, t('order.size'));
  const submit = async () => {
    setTried(true);
    if (triggerError !== undefined || sizeError !== undefined) return;
    const triggerPrice = trimZeros(draft.trigger);
    const { kind, triggerType } = draft;
    const size = draft.size === '' ? {} : { size: trimZeros(draft.size) };
    const exit = { kind, triggerPrice, triggerType, clientOid: newClientOid(), ...size };
    const done = await run(() =>
      row === undefined ? placeExit(position, exit) : moveContractPlan(row, triggerPrice),
    );
    if (!done) return;
    setChanging('');
    setTried(false);
    set({ trigger: '', size: '' });
  };
  const change = (orderId: string, trigger: string) => {
    setChanging(orderId);
    set({ trigger });
  };
  const errors = {
    trigger: (draft.trigger !== '' || tried ? triggerError : undefined) ?? at('trigger'),
    size: sizeError ?? at('size'),
  };
  return { draft, set, digits, errors, row, busy, refusal, run, submit, change };
}

type Exits = ReturnType<typeof useExits>;

/** What only a new one is asked for. */
function KindFields({ draft, set }: Pick<Exits, 'draft' | 'set'>) {
  const t = useT();
  return (
    <>
      <Segments
        label={t('order.kind')}
        value={draft.kind}
        onChange={(kind) => set({ kind })}
        items={[
          { key: 'profit', label: t('order.takeProfit') },
          { key: 'loss', label: t('order.stopLoss') },
        ]}
      />
      <Segments
        label={t('positions.triggerBy')}
        value={draft.triggerType}
        onChange={(triggerType) => set({ triggerType })}
        items={[
          { key: 'mark_price', label: t('futures.mark') },
          { key: 'fill_price', label: t('markets.last') },
        ]}
      />
    </>
  );
}

/** The dialog. */
export function ExitsDialog({ onClose, ...props }: Props) {
  const t = useT();
  const position = useLivePosition(props.position);
  const exits = useExits(position);
  const { draft, set, digits, errors, row, busy, refusal } = exits;
  return (
    <PositionDialog
      title={t('positions.editExits')}
      position={position}
      refusal={refusal}
      busy={busy}
      confirm={t(row === undefined ? 'positions.addExit' : 'action.save')}
      onSubmit={exits.submit}
      onClose={onClose}
    >
      <Waiting position={position} busy={busy} run={exits.run} onChange={exits.change} />
      {row === undefined && <KindFields draft={draft} set={set} />}
      <NumberField
        label={t('order.trigger')}
        unit={MARGIN_COIN}
        scale={digits.price}
        value={draft.trigger}
        onChange={(trigger) => set({ trigger })}
        error={errors.trigger}
      />
      {row === undefined && (
        <NumberField
          label={t('order.size')}
          unit={digits.base}
          scale={digits.size}
          value={draft.size}
          placeholder={t('positions.whole')}
          onChange={(size) => set({ size })}
          error={errors.size}
        />
      )}
    </PositionDialog>
  );
}
