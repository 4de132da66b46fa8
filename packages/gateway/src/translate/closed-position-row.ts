/** Positions that were closed as rows of the wire. */
import { PositionLeg, PositionMode, Side } from '@halcyon/domain';
import type { DataOf, specs } from '@halcyon/protocol';
import type { PositionRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { marginModeWord, posModeWord } from './contract-words.ts';
import { rowInstrument } from './order-rows.ts';
import { positionId } from './position-texts.ts';
import { amountText, averagePriceText, sizeText } from './text.ts';

type ClosedPositionRow = Omit<DataOf<typeof specs.mix.historyPosition>['list'][number], 'endId'>;

/** A position from its opening to its end. */
export function closedPositionRow(views: Views, row: PositionRecord): ClosedPositionRow {
  const contract = rowInstrument(views, row.instrument);
  const coin = views.asset(contract.quote);
  const factor = BigInt(contract.quoteFactor);
  const amount = (units: number): string => amountText(coin, units);
  const times = { opened: String(row.openedAt), closed: String(row.closedAt) };
  const mode = row.leg === PositionLeg.net ? PositionMode.oneWay : PositionMode.hedge;
  return {
    positionId: positionId(row),
    marginCoin: coin?.code ?? '',
    symbol: contract.symbol,
    holdSide: row.side === Side.buy ? 'long' : 'short',
    openAvgPrice: averagePriceText(contract, row.openedLots, row.openedValue * factor),
    closeAvgPrice: averagePriceText(contract, row.closedLots, row.closedValue * factor),
    marginMode: marginModeWord(row.marginMode),
    leverage: String(row.leverage),
    openTotalPos: sizeText(contract, row.openedLots),
    closeTotalPos: sizeText(contract, row.closedLots),
    pnl: amount(row.profit),
    netProfit: amount(row.profit - row.fees + row.funding),
    totalFunding: amount(row.funding),
    openFee: amount(0 - row.openingFees),
    closeFee: amount(row.openingFees - row.fees),
    posMode: posModeWord(mode),
    ctime: times.opened,
    utime: times.closed,
    cTime: times.opened,
    uTime: times.closed,
  };
}
