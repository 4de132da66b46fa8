/** Orders of a margin account in the order form: what there is, what they borrow, what comes of them. */

import type { MarginKind } from '@halcyon/domain/web';
import { useMemo } from 'react';
import { placeMarginOrder } from '../../../data/rest/margin.ts';
import { newClientOid } from '../../../data/rest/trading.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { borrowable, coinIn, useMarginPlace } from '../../../data/state/margin.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { type Translate, useT } from '../../../platform/locale/intl.tsx';
import { AvailableLine } from '../../desk/order-form/available-line.tsx';
import { useBookFill } from '../../desk/order-form/book-fill.ts';
import { Check } from '../../desk/order-form/check.tsx';
import type { OrderDraft } from '../../desk/order-form/draft.ts';
import { FORM_KINDS } from '../../desk/order-form/form-kinds.ts';
import {
  CHOSEN,
  type FormMarket,
  type LabelledValue,
  type OrderProduct,
  type PartOf,
} from '../../desk/order-form/order-product.ts';
import { TransferButton } from '../../desk/order-form/transfer-button.tsx';
import { orderTerms } from '../../desk/order-form/wire-terms.ts';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { PAIR_PARTS } from '../../terminal/spot-form/spot-product.tsx';
import { PAIR_RULES } from '../../terminal/spot-form/spot-rules.ts';
import {
  countsQuote,
  inCoins,
  type SpotSums,
  spotSums,
} from '../../terminal/spot-form/spot-sums.ts';
import { RISKY_PPM } from '../account/risk.ts';
import { indexText, ofCoin, ofValue, ratioText } from '../margin-texts.ts';
import { useMarginKind } from '../use-margin-kind.ts';
import { chooseLoan, type LoanChoice, loanTypeOf, useLoanChoice } from './loan-choice.ts';
import { largestOrder, type MarginMarket, outlookOf } from './order-trial.ts';

const SWITCHES = ['autoLoan', 'autoRepay'] as const;

type Props = PartOf<MarginFormMarket, SpotSums>;

/** A pair, and how its orders go. */
export interface MarginFormMarket extends FormMarket {
  readonly kind: MarginKind;
  readonly loan: LoanChoice;
  /** With the account; null until it is known, and then nothing is checked against it. */
  readonly trial: MarginMarket | null;
}

function sendMargin(draft: OrderDraft, { kind, loan, instrument: { symbol } }: MarginFormMarket) {
  const { size, side } = draft;
  return placeMarginOrder(kind, {
    symbol,
    side,
    ...orderTerms(draft),
    loanType: loanTypeOf(loan),
    clientOid: newClientOid(),
    ...(countsQuote(draft) ? { quoteSize: size } : { baseSize: size }),
  });
}

function useMarginMarket(instrument: InstrumentInfo): MarginFormMarket {
  const kind = useMarginKind();
  const loan = useLoanChoice();
  const last = useTicker(instrument)?.last ?? '';
  const { place } = useMarginPlace(kind, instrument.symbol);
  return useMemo(() => {
    const trial = place === undefined ? null : { instrument, last, place, ...loan };
    return { instrument, last, kind, loan, trial };
  }, [kind, loan, instrument, last, place]);
}

/** What there is of the coin that is paid, and what may be borrowed. */
function MarginAvailable({ model }: Props) {
  const t = useT();
  const { kind, trial, instrument } = model.market;
  const place = trial?.place;
  const { base, quote, symbol } = instrument;
  const own = place && coinIn(place, model.draft.side === 'buy' ? quote : base);
  const text = (units: number | undefined) =>
    own === undefined || units === undefined ? '–' : ofCoin(own, units);
  const to = kind === 'crossed' ? 'crossed_margin' : 'isolated_margin';
  return (
    <div className="order-figures margin-available">
      <AvailableLine text={text(own?.available)}>
        {model.trader === 'account' && <TransferButton to={to} symbol={symbol} />}
      </AvailableLine>
      <dl>
        <FigureLine label={t('margin.owed')} value={text(own?.debt)} />
        <FigureLine label={t('margin.most')} value={text(own && place && borrowable(place, own))} />
      </dl>
    </div>
  );
}

/** The switches of an order's loan. */
function LoanSwitches() {
  const t = useT();
  const choice = useLoanChoice();
  return (
    <div className="order-checks">
      {SWITCHES.map((name) => (
        <Check key={name} checked={choice[name]} onChange={(on) => chooseLoan({ [name]: on })}>
          {t(`margin.${name}`)}
        </Check>
      ))}
    </div>
  );
}

/** What the order would borrow and leave. */
function Outlook({ model, market }: Props & { readonly market: MarginMarket }) {
  const t = useT();
  const order = inCoins(model.clean, market);
  const fill = useBookFill(model, order.side);
  const outlook = outlookOf(order, market, order.size, fill);
  if (outlook === null || outlook.refused !== null) return null;
  const { worth, loan, pays, base, liquidation } = outlook;
  const price = `${indexText(base, liquidation)} ${liquidation === null ? '' : market.place.settle.coin}`;
  return (
    <>
      <dl className="order-figures">
        <FigureLine label={t('margin.loan')} value={ofCoin(pays, loan)} />
        <FigureLine label={t('margin.debtAfter')} value={ofValue(market.place, worth.debts)} />
        <FigureLine label={t('margin.ratioAfter')} value={ratioText(worth.ratioPpm)} />
        <FigureLine label={t('margin.liquidationAfter')} value={price.trim()} />
      </dl>
      {worth.ratioPpm >= RISKY_PPM && (
        <p className="order-notice" role="status">
          {t('margin.risky', { percent: ratioText(worth.ratioPpm) })}
        </p>
      )}
    </>
  );
}

/** What an order borrows and pays back, where its switches say so. */
function loanLines(t: Translate, { market, clean }: Props['model']): LabelledValue[] {
  const { trial, loan } = market;
  const order = trial && inCoins(clean, trial);
  const outlook = order && outlookOf(order, trial, order.size, null);
  const borrows = outlook !== null && outlook.loan > 0;
  return [
    ...SWITCHES.filter((name) => loan[name]).map((name) => [t(`margin.${name}`), CHOSEN] as const),
    ...(borrows ? [[t('margin.loan'), ofCoin(outlook.pays, outlook.loan)] as const] : []),
  ];
}

function MarginTerms({ model }: Props) {
  const { trial } = model.market;
  return (
    <>
      <LoanSwitches />
      {trial !== null && <Outlook model={model} market={trial} />}
    </>
  );
}

/** Orders of a margin account: no plans, no attached prices. */
export const MARGIN_ORDERS: OrderProduct<MarginFormMarket, SpotSums> = {
  ...PAIR_RULES,
  ...PAIR_PARTS,
  kinds: FORM_KINDS.margin,
  draftsOf: 'margin:',
  useMarket: useMarginMarket,
  attaches: () => false,
  sumsOf: (draft, market) =>
    spotSums(draft, market, (order) => market.trial && largestOrder(order, market.trial)),
  tooLarge: () => ({ id: 'margin.orderTooLarge' }),
  send: (draft, market) => sendMargin(inCoins(draft, market), market),
  confirmLines: loanLines,
  Available: MarginAvailable,
  Terms: MarginTerms,
};
