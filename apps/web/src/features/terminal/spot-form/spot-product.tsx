/** Orders of the spot account in the order form: what there is of a coin, exits, what an order comes to. */

import { useMemo } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { rescaleHalfUp, toText, trimZeros, WIDE_SCALE } from '../../../data/decimal.ts';
import { amount, grouped } from '../../../data/format.ts';
import { useAssets } from '../../../data/state/account.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { useStartFunds } from '../../../data/state/paper-start.ts';
import { useSession } from '../../../data/state/session.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { Link } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { PATHS } from '../../../platform/routes/paths.ts';
import { SIMULATING } from '../../../platform/simulation/venue.ts';
import { AvailableLine } from '../../desk/order-form/available-line.tsx';
import type { SideName } from '../../desk/order-form/draft.ts';
import { FillLine } from '../../desk/order-form/fill-line.tsx';
import { AttachedFields } from '../../desk/order-form/order-fields.tsx';
import type { FormMarket, OrderProduct, PartOf } from '../../desk/order-form/order-product.ts';
import { FigureLine } from '../figure-line.tsx';
import { SPOT_RULES } from './spot-rules.ts';
import type { SpotMarket, SpotSums } from './spot-sums.ts';

const OPEN_STATES: readonly string[] = ['online', 'gray', 'normal', ''];

/** The market with what the spot account has. */
function useSpotMarket(instrument: InstrumentInfo, guest: boolean): SpotMarket {
  const ticker = useTicker(instrument);
  const assets = useAssets().data;
  const start = useStartFunds(guest).data;
  const last = ticker?.last ?? '';
  const available = (coin: string) => {
    if (guest) return start === undefined ? null : (start.get(coin) ?? '0');
    return assets === undefined ? null : (assets.get(coin)?.available ?? '0');
  };
  const availableBase = available(instrument.base);
  const availableQuote = available(instrument.quote);
  return useMemo(
    () => ({ instrument, last, availableBase, availableQuote }),
    [instrument, last, availableBase, availableQuote],
  );
}

function PairNotes({ model }: PartOf) {
  const t = useT();
  const { status } = model.market.instrument;
  if (OPEN_STATES.includes(status)) return null;
  return <p className="order-notice">{t('order.closed', { status })}</p>;
}

/** A balance that may not be known yet. */
function held(available: string | null, scale: number, coin = ''): string {
  return available === null ? '–' : `${amount(available, scale)} ${coin}`.trimEnd();
}

function SpotAvailable({ model }: PartOf<SpotMarket, SpotSums>) {
  const t = useT();
  const { market, draft, trader } = model;
  const { base, quote, quoteScale, sizeScale } = market.instrument;
  const given = useSession().faucet ? 'order.addFunds' : 'nav.deposit';
  const add = t(SIMULATING ? 'paper.addFunds' : given);
  const text =
    draft.side === 'buy'
      ? held(market.availableQuote, quoteScale, quote)
      : held(market.availableBase, sizeScale, base);
  return (
    <AvailableLine text={trader === 'nobody' ? '–' : text}>
      {trader === 'account' && (
        <Link to={PATHS.spotAssets} className="order-fund" title={add}>
          <Icon name="plus" size={14} />
          <span className="visually-hidden">{add}</span>
        </Link>
      )}
    </AvailableLine>
  );
}

function approx(units: bigint | null, scale: number, coin: string): string {
  if (units === null) return '–';
  const text = trimZeros(toText(rescaleHalfUp(units, WIDE_SCALE, scale), scale));
  return `${grouped(text)} ${coin}`;
}

/** Largest order, value and estimated fee. */
function PairFigures({ model, side }: PartOf<FormMarket, SpotSums> & { readonly side: SideName }) {
  const t = useT();
  const { quote, quoteScale } = model.market.instrument;
  const { max, scale, value, fee, feeCoin } = model.sumsOf(side);
  const largest = max === null ? '–' : `${amount(toText(max, scale))} ${model.sizeIn.coin}`;
  return (
    <dl className="order-figures">
      <FigureLine label={t('order.max', { side })} value={largest} />
      <FigureLine label={t('order.value')} value={approx(value, Math.min(quoteScale, 4), quote)} />
      <FigureLine label={t('order.fee')} value={approx(fee, 8, feeCoin)} />
      <FillLine model={model} side={side} />
    </dl>
  );
}

/** How orders of pairs look, whichever account they are of. */
export const PAIR_PARTS = {
  submitLabel: (t, { market }, side) => t(`order.submit.${side}`, { coin: market.instrument.base }),
  unitName: (_t, unit, { base, quote }) => (unit === 'coin' ? base : quote),
  Notes: PairNotes,
  Figures: PairFigures,
} satisfies Partial<OrderProduct<FormMarket, SpotSums>>;

/** Orders of the spot account. */
export const SPOT_ORDERS: OrderProduct<SpotMarket, SpotSums> = {
  ...SPOT_RULES,
  ...PAIR_PARTS,
  draftsOf: '',
  useMarket: useSpotMarket,
  Available: SpotAvailable,
  Terms: AttachedFields,
  algo: true,
};
