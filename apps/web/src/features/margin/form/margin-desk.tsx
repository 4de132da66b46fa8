/** Orders of a margin account in the order form: what there is, what they borrow, what comes of them. */

import type { MarginKind } from '@halcyon/domain/web';
import { useMemo, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { newClientOid } from '../../../data/rest/client-oid.ts';
import { placeMarginOrder } from '../../../data/rest/margin.ts';
import type { Instrument } from '../../../data/state/instruments.ts';
import {
  borrowable,
  coinIn,
  coinText,
  type MarginPlace,
  useMarginPlace,
} from '../../../data/state/margin.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import type { Draft } from '../../desk/order-form/draft.ts';
import { countsQuote, type Market } from '../../desk/order-form/market.ts';
import type { OrderDesk, OrderFormModel } from '../../desk/order-form/use-order-form.ts';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { TransferDialog } from '../../transfer/transfer-part.ts';
import { RISKY_PPM } from '../account/risk.ts';
import { indexText, ofCoin, ofValue, ratioText } from '../margin-texts.ts';
import { useMarginKind } from '../use-margin-kind.ts';
import { chooseLoan, loanTypeOf, useLoanChoice } from './loan-choice.ts';
import { largestOrder, type MarginMarket, outlookOf } from './order-trial.ts';

interface Props {
  readonly model: OrderFormModel;
}

/** Sends a checked draft. */
function sendDraft(kind: MarginKind, symbol: string, draft: Draft, loan: MarginMarketChoice) {
  const limit = draft.kind === 'limit';
  const { size } = draft;
  return placeMarginOrder(kind, {
    symbol,
    side: draft.side,
    orderType: limit ? 'limit' : 'market',
    force: limit ? draft.force : 'gtc',
    loanType: loanTypeOf(loan),
    clientOid: newClientOid(),
    ...(limit && { price: draft.price }),
    ...(countsQuote(draft) ? { quoteSize: size } : { baseSize: size }),
  });
}

type MarginMarketChoice = Parameters<typeof loanTypeOf>[0];

/** What the account has free of a coin; null while it is not known. */
function freeOf(place: MarginPlace | undefined, coin: string): string | null {
  if (place === undefined) return null;
  const own = coinIn(place, coin);
  return own === undefined ? '0' : coinText(own, own.available);
}

function useMarginMarket(instrument: Instrument): Market {
  const kind = useMarginKind();
  const choice = useLoanChoice();
  const last = useTicker(instrument)?.last ?? '';
  const { place } = useMarginPlace(kind, instrument.symbol);
  return useMemo(() => {
    return {
      instrument,
      last,
      availableBase: freeOf(place, instrument.base),
      availableQuote: freeOf(place, instrument.quote),
      maxOf: (draft) =>
        place === undefined ? null : largestOrder(draft, { instrument, last, place, ...choice }),
      send: (draft) => sendDraft(kind, instrument.symbol, draft, choice),
    };
  }, [kind, choice, instrument, last, place]);
}

/** The account of the form's pair; undefined until it is known. */
function useOwnPlace({ market }: OrderFormModel) {
  return useMarginPlace(useMarginKind(), market.instrument.symbol).place;
}

/** What there is of the coin that is paid, and what may be borrowed. */
function MarginAvailable({ model }: Props) {
  const t = useT();
  const [moving, setMoving] = useState(false);
  const kind = useMarginKind();
  const place = useOwnPlace(model);
  const { base, quote, symbol } = model.market.instrument;
  const own = place && coinIn(place, model.draft.side === 'buy' ? quote : base);
  const text = (units: number | undefined) =>
    own === undefined || units === undefined ? '–' : ofCoin(own, units);
  const to = kind === 'crossed' ? 'crossed_margin' : 'isolated_margin';
  return (
    <div className="order-figures margin-available">
      <p className="order-line">
        <span className="muted">{t('order.available')}</span>
        <span className="order-available">
          <span className="num">{text(own?.available)}</span>
          {model.trader === 'account' && (
            <button
              type="button"
              className="order-fund"
              title={t('nav.transfer')}
              aria-label={t('nav.transfer')}
              aria-haspopup="dialog"
              onClick={() => setMoving(true)}
            >
              <Icon name="swap" size={14} />
            </button>
          )}
        </span>
      </p>
      <dl>
        <FigureLine label={t('margin.owed')} value={text(own?.debt)} />
        <FigureLine label={t('margin.most')} value={text(own && place && borrowable(place, own))} />
      </dl>
      {moving && <TransferDialog to={to} symbol={symbol} onClose={() => setMoving(false)} />}
    </div>
  );
}

/** The switches of an order's loan. */
function LoanSwitches() {
  const t = useT();
  const choice = useLoanChoice();
  return (
    <div className="contract-checks">
      {(['autoLoan', 'autoRepay'] as const).map((name) => (
        <label key={name} className="check">
          <input
            type="checkbox"
            checked={choice[name]}
            onChange={(event) => chooseLoan({ [name]: event.target.checked })}
          />
          {t(`margin.${name}`)}
        </label>
      ))}
    </div>
  );
}

/** What the order would borrow and leave. */
function Outlook({ model, market }: Props & { readonly market: MarginMarket }) {
  const t = useT();
  const { clean } = model;
  const outlook = outlookOf(clean, market, clean.size);
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

function MarginTerms({ model }: Props) {
  const place = useOwnPlace(model);
  const choice = useLoanChoice();
  const { instrument, last } = model.market;
  return (
    <>
      <LoanSwitches />
      {place !== undefined && (
        <Outlook model={model} market={{ instrument, last, place, ...choice }} />
      )}
    </>
  );
}

/** Margin accounts have orders alone: no plans, no attached prices. */
export const MARGIN_DESK: OrderDesk = {
  name: ':margin',
  kinds: ['limit', 'market'],
  useMarket: useMarginMarket,
  Available: MarginAvailable,
  Terms: MarginTerms,
};
