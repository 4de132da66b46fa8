/** Orders of contracts in the order form: settings, what a side would need and do, what keeps it from trading. */

import { MARGIN_SCALE } from '@halcyon/domain';
import { useMemo } from 'react';
import { ErrorState } from '../../../components/states.tsx';
import { Segments } from '../../../components/tabs.tsx';
import { toText } from '../../../data/decimal.ts';
import { amount, plainPercent, price } from '../../../data/format.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { useContractAccount, useReadAccount } from '../../../data/state/contract-account.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { usePause } from '../../../data/state/paper-pauses.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { Check } from '../../desk/order-form/check.tsx';
import type { SideName } from '../../desk/order-form/draft.ts';
import { FillLine } from '../../desk/order-form/fill-line.tsx';
import { AttachedFields } from '../../desk/order-form/order-fields.tsx';
import { CHOSEN, type OrderProduct, type PartOf } from '../../desk/order-form/order-product.ts';
import { NO_PRICES } from '../../terminal/crossing.ts';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { FreeMargin } from '../account/free-margin.tsx';
import { SettingsRow } from '../settings/settings-row.tsx';
import { CONTRACT_RULES } from './contract-rules.ts';
import {
  type ContractFormMarket,
  type ContractSums,
  leverageOf,
  type SideSums,
} from './order-sums.ts';
import './contract-form.css';

type Props = PartOf<ContractFormMarket, ContractSums>;

/** Nearer than this to its liquidation an order is warned of: 5 %, in ppm. */
const NEAR_PPM = 50_000;
const PPM_SCALE = 6;
const OPEN_STATES: readonly string[] = ['online', 'normal', 'listed', ''];

function useContractMarket(instrument: InstrumentInfo): ContractFormMarket {
  const ticker = useTicker(instrument);
  const { account } = useContractAccount(instrument.symbol);
  const last = ticker?.last ?? '';
  return useMemo(
    () => ({ instrument, last, best: ticker ?? NO_PRICES, account }),
    [instrument, last, ticker, account],
  );
}

const isHedged = ({ account }: ContractFormMarket) => account?.hedge ?? false;

/** The settings, and in hedge mode whether positions are opened or closed. */
function ContractHead({ model }: Props) {
  const t = useT();
  const { market, draft, set } = model;
  return (
    <>
      <SettingsRow symbol={market.instrument.symbol} account={market.account} />
      {isHedged(market) && (
        <Segments
          label={t('futures.intent')}
          value={draft.intent}
          onChange={(intent) => set({ intent, size: '' })}
          items={[
            { key: 'open', label: t('futures.open') },
            { key: 'close', label: t('futures.close') },
          ]}
        />
      )}
    </>
  );
}

/** What keeps the contract from opening positions now. */
function StateNote({ market }: { readonly market: ContractFormMarket }) {
  const t = useT();
  const { instrument, account } = market;
  const { status } = instrument;
  const isStale = account?.stale === true;
  // Where nothing is traded at all, that is all there is to say.
  const isPaused = usePause(instrument) !== undefined;
  if (isPaused || (!isStale && OPEN_STATES.includes(status))) return null;
  return (
    <p className="order-notice" role="status">
      {isStale ? t('futures.stale') : t('futures.limited', { status })}
    </p>
  );
}

function ContractNotes({ model: { market } }: Props) {
  const t = useT();
  const { query } = useReadAccount(market.instrument.symbol);
  return (
    <>
      <StateNote market={market} />
      {market.account === null && query.error !== null && (
        <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />
      )}
    </>
  );
}

function ContractTerms({ model }: Props) {
  const t = useT();
  const { draft, market, set } = model;
  return (
    <AttachedFields model={model}>
      {!isHedged(market) && (
        <Check checked={draft.reduceOnly} onChange={(reduceOnly) => set({ reduceOnly })}>
          {t('futures.reduceOnly')}
        </Check>
      )}
    </AttachedFields>
  );
}

/** Units as text with a coin; a dash for what is not known. */
function coins(units: number | null, scale: number, coin: string): string {
  return units === null ? '–' : `${amount(toText(BigInt(units), scale), scale)} ${coin}`;
}

/** The figures of a side, by the message that names them. */
function figuresOf({ liquidation, needed, fee, max }: SideSums, market: ContractFormMarket) {
  const { base, quote, sizeScale, priceScale } = market.instrument;
  const text = liquidation === null ? null : toText(BigInt(liquidation), priceScale);
  return [
    ['futures.cost', coins(needed, MARGIN_SCALE, quote)],
    ['futures.max', coins(max, sizeScale, base)],
    ['futures.liquidation', text === null ? '–' : price(text, priceScale)],
    ['order.fee', coins(fee, market.account?.scale ?? 0, quote)],
  ] as const;
}

function ContractFigures({ model, side }: Props & { readonly side: SideName }) {
  const t = useT();
  const sums = model.sumsOf(side).side;
  const { distancePpm } = sums;
  return (
    <>
      <dl className="order-figures">
        {figuresOf(sums, model.market).map(([label, value]) => (
          <FigureLine key={label} label={t(label)} value={value} />
        ))}
        <FillLine model={model} side={side} />
      </dl>
      {distancePpm !== null && distancePpm < NEAR_PPM && (
        <p className="contract-near">
          {t('futures.near', { percent: plainPercent(toText(BigInt(distancePpm), PPM_SCALE)) })}
        </p>
      )}
    </>
  );
}

/** How an order of a side is called: it opens or closes a position, or does whichever there is. */
function sideLabel({ market, draft }: Props['model'], side: SideName) {
  if (!isHedged(market)) return side === 'buy' ? 'futures.buyLong' : 'futures.sellShort';
  if (draft.intent === 'open') return side === 'buy' ? 'futures.openLong' : 'futures.openShort';
  return side === 'buy' ? 'futures.closeShort' : 'futures.closeLong';
}

/** Orders of contracts. */
export const CONTRACT_ORDERS: OrderProduct<ContractFormMarket, ContractSums> = {
  ...CONTRACT_RULES,
  draftsOf: 'contract:',
  useMarket: useContractMarket,
  submitLabel: (t, model, side) => t(sideLabel(model, side)),
  confirmLines: (t, { market, clean, sumsOf }, side) => [
    ...(clean.reduceOnly && !isHedged(market) ? [[t('futures.reduceOnly'), CHOSEN] as const] : []),
    [t('futures.leverage'), `${leverageOf(market)}×`],
    ...figuresOf(sumsOf(side).side, market).map(([label, value]) => [t(label), value] as const),
  ],
  unitName: (t, unit, { base, quote }) =>
    unit === 'coin' ? base : t(`futures.unit.${unit}`, { coin: quote }),
  Head: ContractHead,
  Notes: ContractNotes,
  Available: ({ model }) => <FreeMargin account={model.market.account} />,
  Terms: ContractTerms,
  Figures: ContractFigures,
};
