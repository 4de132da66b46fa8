/** Liquidations of an account, as the web app explains them; shapes: domain/web/liquidations.ts. */
import {
  AccountKind,
  accountOf,
  formatDecimal,
  MARGIN_SCALE,
  MarginMode,
  ownerOf,
  PositionLeg,
  wireId,
} from '@halcyon/domain';
import { LIQUIDATIONS_MAX, type LiquidationRow, type Liquidations } from '@halcyon/domain/web';
import { type JsonObject, USDT_FUTURES } from '@halcyon/protocol';
import type { LiquidationRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { contractOf } from '../http/context.ts';
import { rowInstrument } from '../translate/order-rows.ts';
import { amountText, priceText, sizeText } from '../translate/text.ts';
import type { WebRoute } from './context.ts';
import { optionalText } from './fields.ts';
import { pageOf, timesOf } from './pages.ts';

const SYMBOL_LENGTH_MAX = 40;
const SIDES = {
  [PositionLeg.net]: '',
  [PositionLeg.long]: 'long',
  [PositionLeg.short]: 'short',
} as const;

/** A step as the web app is told of it. */
export function liquidationRow(views: Views, step: LiquidationRecord): LiquidationRow {
  const instrument = rowInstrument(views, step.instrument);
  const coin = views.asset(instrument.quote);
  return {
    id: wireId(step.id),
    symbol: instrument.symbol,
    side: SIDES[step.leg],
    marginMode: step.marginMode === MarginMode.isolated ? 'isolated' : 'crossed',
    mark: priceText(instrument, step.mark),
    missing: formatDecimal(-step.excess, MARGIN_SCALE),
    closed: sizeText(instrument, step.closed),
    deleveraged: sizeText(instrument, step.deleveraged),
    limit: priceText(instrument, step.limit),
    fee: amountText(coin, step.fee),
    paidByFund: amountText(coin, step.paidByFund),
    coin: coin?.code ?? '',
    time: step.time,
  };
}

const liquidations: WebRoute = {
  method: 'GET',
  path: '/futures/liquidations',
  subs: true,
  access: 'session',
  guests: true,
  async handle(context, request): Promise<Liquidations> {
    const { rooms, account } = await context.trader(request);
    const { views, history } = rooms;
    const query = request.raw.query as JsonObject;
    const symbol = optionalText(query, 'symbol', SYMBOL_LENGTH_MAX)?.toUpperCase();
    const instrument =
      symbol === undefined ? undefined : contractOf(views, USDT_FUTURES, symbol).id;
    const { before, limit } = pageOf(query, LIQUIDATIONS_MAX);
    const futures = accountOf(ownerOf(account), AccountKind.usdtFutures);
    const steps = await history.liquidations(
      { account: futures, instrument, ...timesOf(query), idLessThan: before, limit },
      { minSeq: views.lastAckSeq(futures) },
    );
    return { rows: steps.map((step) => liquidationRow(views, step)) };
  },
};

/** The routes of this file. */
export const LIQUIDATION_ROUTES: readonly WebRoute[] = [liquidations];
