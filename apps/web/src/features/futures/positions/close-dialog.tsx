/** Closes a position, whole or in part, at the market or at a limit. */

import { liquidationPrice } from '@halcyon/domain';
import { useState } from 'react';
import { NumberField } from '../../../components/number-field.tsx';
import { Segments } from '../../../components/tabs.tsx';
import { amountError } from '../../../data/amount-error.ts';
import { compareText, parseExact, toText, trimZeros } from '../../../data/decimal.ts';
import { amount } from '../../../data/format.ts';
import { closePosition, MARGIN_COIN } from '../../../data/rest/positions.ts';
import { newClientOid } from '../../../data/rest/trading.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import type { PositionInfo } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { notifyUnlessFilled } from '../../news/account-news.ts';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { changeText, coinsText, NoFigures, ProfitUnits, ticksText } from './after-lines.tsx';
import { afterTrades, shareOf, takenOf } from './position-after.ts';
import { digitsOf } from './position-cells.tsx';
import { PositionDialog } from './position-dialog.tsx';
import { usePositionAction } from './use-position-action.ts';
import { usePositionDesk } from './use-position-desk.ts';

interface Props {
  readonly position: PositionInfo;
  readonly onClose: () => void;
}

/** Parts of a position, percent. */
const SHARES: readonly string[] = ['25', '50', '75', '100'];

/** What is typed, and whether it can be sent. */
function useClosing(position: PositionInfo) {
  const digits = digitsOf(useContracts().data, position.symbol);
  const [kind, setKind] = useState<'market' | 'limit'>('market');
  const [price, setPrice] = useState(trimZeros(position.mark));
  const [size, setSize] = useState(trimZeros(position.available));
  const lots = Number(parseExact(size, digits.size) ?? 0n);
  const tick = kind === 'limit' ? Number(parseExact(price, digits.price) ?? 0n) : null;
  const tooMuch = compareText(size, position.size) > 0;
  /** A part of what there is to close: an order that may rest closes what no other one does. */
  const shareText = (percent: string) => {
    const whole = kind === 'market' ? position.size : position.available;
    const share = shareOf(Number(parseExact(whole, digits.size) ?? 0n), Number(percent));
    return trimZeros(toText(BigInt(share), digits.size));
  };
  const sizeGood = lots > 0 && !tooMuch;
  const priceGood = tick === null || tick > 0;
  return {
    ...{ digits, kind, setKind, price, setPrice, size, setSize, lots, tick, tooMuch },
    ...{ shareText, sizeGood, priceGood },
  };
}

type Closing = ReturnType<typeof useClosing>;

/** Quantity, profit and fee of what is typed, and what the rest would be. */
function CloseFigures({ position, closing }: Pick<Props, 'position'> & { closing: Closing }) {
  const t = useT();
  const desk = usePositionDesk(position);
  const { lots, tick, sizeGood, priceGood } = closing;
  if (!sizeGood || !priceGood) return null;
  const closes = t('positions.closes', { side: t(`positions.side.${position.side}`) });
  if (desk === null) return <NoFigures of={[closes, t('positions.estProfit'), t('order.fee')]} />;
  const { account, own, contract } = desk;
  const buying = own.lots < 0;
  const limit = tick === null ? null : { tick, buying };
  const taken = takenOf(Math.min(lots, Math.abs(own.lots)), desk.offers(buying), limit);
  const { takerPpm } = account.contract;
  const after = afterTrades(account.margin, own, taken, { sign: buying ? 1 : -1, takerPpm });
  const size = amount(toText(BigInt(after.traded), contract.sizeScale));
  const now = ticksText(liquidationPrice(account.margin, own), contract.priceScale);
  return (
    <dl className="order-figures">
      <FigureLine label={closes} value={`${size} ${contract.base}`} />
      <FigureLine
        label={t('positions.estProfit')}
        value={<ProfitUnits account={account} units={after.profit} />}
      />
      <FigureLine label={t('order.fee')} value={coinsText(account, after.fee)} />
      {after.position.lots !== 0 && (
        <FigureLine
          label={t('futures.liquidation')}
          value={changeText(now, ticksText(after.liquidation, contract.priceScale))}
        />
      )}
    </dl>
  );
}

function CloseFields(props: {
  readonly position: PositionInfo;
  readonly closing: Closing;
  readonly changed: () => void;
  readonly at: (field: string) => string | undefined;
}) {
  const t = useT();
  const { position, closing, changed, at } = props;
  const { digits, kind, size } = closing;
  const set = (write: (value: string) => void) => (value: string) => {
    changed();
    write(value);
  };
  const sizeError = closing.tooMuch
    ? t('positions.closeTooMuch', { size: trimZeros(position.size) })
    : amountError(t, size, digits.size, t('order.size'));
  const priceError = amountError(t, closing.price, digits.price, t('order.price'));
  return (
    <>
      <Segments
        label={t('order.kind')}
        value={kind}
        onChange={closing.setKind}
        items={[
          { key: 'market', label: t('order.kind.market') },
          { key: 'limit', label: t('order.kind.limit') },
        ]}
      />
      {kind === 'limit' && (
        <NumberField
          label={t('order.price')}
          unit={MARGIN_COIN}
          scale={digits.price}
          value={closing.price}
          onChange={set(closing.setPrice)}
          error={priceError ?? at('price')}
        />
      )}
      <NumberField
        label={t('order.size')}
        unit={digits.base}
        scale={digits.size}
        value={size}
        onChange={set(closing.setSize)}
        error={sizeError ?? at('size')}
      />
      <Segments
        label={t('positions.part')}
        value={SHARES.find((percent) => closing.shareText(percent) === size) ?? ''}
        onChange={(percent) => set(closing.setSize)(closing.shareText(percent))}
        items={SHARES.map((key) => ({ key, label: `${key}%` }))}
      />
    </>
  );
}

/** The dialog. */
export function CloseDialog({ position, onClose }: Props) {
  const t = useT();
  const closing = useClosing(position);
  const { kind, price, size, sizeGood, priceGood } = closing;
  const fields = kind === 'limit' ? ['price', 'size'] : ['size'];
  const { busy, refusal, at, run, changed } = usePositionAction(fields);
  const submit = async () => {
    if (!sizeGood || !priceGood) return;
    const order = { size: trimZeros(size), clientOid: newClientOid() };
    const limit = kind === 'limit' && { price: trimZeros(price) };
    const done = await run(async () => {
      const { orderId } = await closePosition(position, { ...order, ...limit });
      // At the market the fill is the news, which the account's stream tells.
      if (kind === 'limit') notifyUnlessFilled(orderId, t('positions.closing'));
    });
    if (done) onClose();
  };
  return (
    <PositionDialog
      title={t('positions.close')}
      position={position}
      refusal={refusal}
      busy={busy}
      confirm={t('positions.close')}
      look="danger"
      onSubmit={submit}
      onClose={onClose}
    >
      <CloseFields position={position} closing={closing} changed={changed} at={at} />
      <CloseFigures position={position} closing={closing} />
    </PositionDialog>
  );
}
