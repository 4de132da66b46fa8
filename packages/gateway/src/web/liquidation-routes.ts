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
import type { JsonObject } from '@halcyon/protocol';
import type { LiquidationRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { rowInstrument } from '../translate/order-rows.ts';
import { amountText, priceText, sizeText } from '../translate/text.ts';
import type { WebRoute } from './context.ts';
import { optionalWhole } from './fields.ts';
import { badField } from './web-error.ts';

const SIDES = {
  [PositionLeg.net]: '',
  [PositionLeg.long]: 'long',
  [PositionLeg.short]: 'short',
} as const;

function row(views: Views, step: LiquidationRecord): LiquidationRow {
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
  access: 'session',
  guests: true,
  async handle(context, request): Promise<Liquidations> {
    const { rooms, account } = await context.trader(request);
    const { views, history } = rooms;
    const expected = `a whole number from 1 to ${LIQUIDATIONS_MAX}`;
    const query = request.raw.query as JsonObject;
    const limit = optionalWhole(query, 'limit', expected) ?? LIQUIDATIONS_MAX;
    if (limit < 1 || limit > LIQUIDATIONS_MAX) {
      throw badField('limit', `limit must be ${expected}`);
    }
    const futures = accountOf(ownerOf(account), AccountKind.usdtFutures);
    const steps = await history.liquidations(
      { account: futures, limit },
      { minSeq: views.lastAckSeq(futures) },
    );
    return { rows: steps.map((step) => row(views, step)) };
  },
};

/** The routes of this file. */
export const LIQUIDATION_ROUTES: readonly WebRoute[] = [liquidations];
