/** Adds margin to an isolated position, takes some out, and has it added automatically. */

import { liquidationPrice, removableOf, withdrawableOf } from '@halcyon/domain';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { Segments } from '../../../components/tabs.tsx';
import { toast } from '../../../components/toast.tsx';
import { amountError } from '../../../data/amount-error.ts';
import { parseExact, rescaleFloor, toText, trimZeros } from '../../../data/decimal.ts';
import { amount } from '../../../data/format.ts';
import { changeMargin, MARGIN_COIN, setAutoMargin } from '../../../data/rest/positions.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import type { PositionInfo } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { changeText, coinsText, HeadroomAfter, ticksText } from './after-lines.tsx';
import { afterMargin } from './position-after.ts';
import { digitsOf } from './position-cells.tsx';
import { PositionDialog } from './position-dialog.tsx';
import { usePositionAction } from './use-position-action.ts';
import { type HeldPosition, useHeldPosition } from './use-position-desk.ts';

/** Decimals that an amount of margin may have. */
const DIGITS = 4;

type Way = 'add' | 'take';

interface Props {
  readonly position: PositionInfo;
  readonly onClose: () => void;
}

/** The most that can be put in or taken out, as the field has it; '' while it is not known. */
function mostText(held: HeldPosition | null, way: Way): string {
  if (held === null) return '';
  const { account, own } = held;
  const most = way === 'add' ? withdrawableOf(account.margin) : removableOf(own);
  const units = rescaleFloor(BigInt(most), account.scale, DIGITS);
  return trimZeros(toText(units, DIGITS));
}

/** What is possible, typed and wrong with it. */
function useAmount(held: HeldPosition | null) {
  const t = useT();
  const [way, setWay] = useState<Way>('add');
  const most = mostText(held, way);
  // null: all that is possible, which follows the mark until it is sent.
  const [entered, setText] = useState<string | null>('');
  const text = entered ?? most;
  const typed = parseExact(text, DIGITS) ?? 0n;
  const tooMuch = most !== '' && typed > (parseExact(most, DIGITS) ?? 0n);
  const tooMuchText = t('futures.tooLarge', { limit: amount(most), coin: MARGIN_COIN });
  const error = tooMuch ? tooMuchText : amountError(t, text, DIGITS, t('order.size'));
  const good = typed > 0n && !tooMuch;
  return { way, setWay, text, setText, most, good, error: text === '' || good ? undefined : error };
}

/** Margin and liquidation price, now and after what is typed, and what could be changed then. @param text '' = nothing that can be sent */
function MarginFigures(props: {
  readonly held: HeldPosition;
  readonly way: Way;
  readonly text: string;
  readonly priceScale: number;
}) {
  const t = useT();
  const { held, way, text, priceScale } = props;
  const { account, own } = held;
  const units = Number(parseExact(text, account.scale) ?? 0n);
  const after = afterMargin(account.margin, own, way === 'add' ? units : -units);
  return (
    <dl className="order-figures">
      <FigureLine
        label={t('positions.margin')}
        value={changeText(
          coinsText(account, own.margin),
          coinsText(account, after.position.margin),
        )}
      />
      <FigureLine
        label={t('futures.liquidation')}
        value={changeText(
          ticksText(liquidationPrice(account.margin, own), priceScale),
          ticksText(after.liquidation, priceScale),
        )}
      />
      <HeadroomAfter
        account={account}
        addable={withdrawableOf(after.account)}
        removable={removableOf(after.position)}
      />
    </dl>
  );
}

/** The amount, the most that it can be, and what comes of it. */
function AmountFields(props: {
  readonly position: PositionInfo;
  readonly held: HeldPosition | null;
  readonly amount: ReturnType<typeof useAmount>;
  readonly changed: () => void;
  readonly at: (field: string) => string | undefined;
}) {
  const t = useT();
  const { position, held, changed, at } = props;
  const { way, setWay, text, setText, most, good, error } = props.amount;
  const digits = digitsOf(useContracts().data, position.symbol);
  const set = (value: string | null) => {
    changed();
    setText(value);
  };
  return (
    <>
      <Segments
        label={t('positions.editMargin')}
        value={way}
        onChange={setWay}
        items={[
          { key: 'add', label: t('positions.addMargin') },
          { key: 'take', label: t('positions.takeMargin') },
        ]}
      />
      <NumberField
        label={t('order.size')}
        unit={MARGIN_COIN}
        scale={DIGITS}
        value={text}
        onChange={set}
        error={error ?? at('size')}
      />
      <p className="order-line">
        <span className="muted">{t('futures.max')}</span>
        <Button look="link" onClick={() => set(null)}>
          {most === '' ? '–' : `${amount(most)} ${MARGIN_COIN}`}
        </Button>
      </p>
      {held !== null && (
        <MarginFigures held={held} way={way} text={good ? text : ''} priceScale={digits.price} />
      )}
    </>
  );
}

/** The dialog; its figures follow what it changes. */
export function MarginDialog({ position, onClose }: Props) {
  const t = useT();
  const held = useHeldPosition(position);
  const typed = useAmount(held);
  const { way, text, good } = typed;
  const { busy, refusal, at, run, changed } = usePositionAction(['size']);
  const submit = async () => {
    if (!good) return;
    const signed = way === 'add' ? trimZeros(text) : `-${trimZeros(text)}`;
    if (!(await run(() => changeMargin(position, signed)))) return;
    toast('success', t('positions.marginChanged'));
    onClose();
  };
  return (
    <PositionDialog
      title={t('positions.editMargin')}
      position={position}
      refusal={refusal}
      busy={busy}
      confirm={t(way === 'add' ? 'positions.addMargin' : 'positions.takeMargin')}
      onSubmit={submit}
      onClose={onClose}
    >
      <AmountFields position={position} held={held} amount={typed} changed={changed} at={at} />
      <label className="check">
        <input
          type="checkbox"
          checked={position.autoMargin}
          disabled={busy}
          onChange={({ target }) => void run(() => setAutoMargin(position, target.checked))}
        />
        {t('positions.autoMargin')}
      </label>
    </PositionDialog>
  );
}
