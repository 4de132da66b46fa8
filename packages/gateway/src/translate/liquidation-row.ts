/** Steps of liquidations as the web app explains them; see domain/web/liquidations.ts. */
import { formatDecimal, MARGIN_SCALE, MarginMode, PositionLeg, wireId } from '@halcyon/domain';
import type { LiquidationRow } from '@halcyon/domain/web';
import type { LiquidationRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { rowInstrument } from './order-rows.ts';
import { amountText, priceText, sizeText } from './text.ts';

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
