/** Open positions at the mark prices of this moment: the account's own state, by the engine's arithmetic. */

import {
  breakEvenPrice,
  entryPrice,
  isIsolated,
  liquidationPrice,
  MARGIN_SCALE,
  type MarginAccount,
  type MarginPosition,
  PositionLeg,
  positionInitial,
  positionProfit,
  positionRatio,
  returnOnMargin,
} from '@halcyon/domain';
import type { AccountContract, AccountPosition, FuturesAccount } from '@halcyon/domain/web';
import { useMemo } from 'react';
import { toText } from '../decimal.ts';
import type { QueryResult } from '../query/use-query.ts';
import { contractsOf, marginOf, useReadAccount } from './contract-account.ts';
import { useContracts } from './contracts.ts';
import type { InstrumentInfo, Instruments } from './instruments.ts';
import type { PositionInfo } from './positions.ts';
import type { Ticker } from './tickers.ts';

/** Decimals of a ratio of parts per million. */
const PPM_SCALE = 6;
/** Ratios above this, the infinite one too, are shown as this. */
const RATIO_MAX_PPM = 9_999_000_000;

/** What a position is shown from. */
interface Source {
  readonly row: AccountPosition;
  readonly own: MarginPosition;
  readonly margin: MarginAccount;
  readonly contract: AccountContract;
  readonly instrument: InstrumentInfo;
  /** Decimals of the settle coin. */
  readonly scale: number;
}

function toPosition({ row, own, margin, contract, instrument, scale }: Source): PositionInfo {
  const { symbol, leg, leverage, autoMargin } = row;
  const { priceScale, sizeScale } = instrument;
  const text = (units: number, digits: number) => toText(BigInt(units), digits);
  const price = (ticks: number | null) => (ticks ? text(ticks, priceScale) : '');
  const side = own.lots > 0 ? 'long' : 'short';
  const lots = Math.abs(own.lots);
  const isolated = isIsolated(own);
  return {
    id: `${symbol} ${side}`,
    symbol,
    side,
    hedge: leg !== PositionLeg.net,
    mode: isolated ? 'isolated' : 'crossed',
    leverage: String(leverage),
    size: text(lots, sizeScale),
    available: text(Math.max(0, lots - row.closing), sizeScale),
    entry: toText(entryPrice(own), priceScale + 2),
    breakEven: price(breakEvenPrice(own, { ...row, takerPpm: contract.takerPpm })),
    mark: text(own.mark, priceScale),
    liquidation: price(liquidationPrice(margin, own)),
    marginRatio: text(Math.min(positionRatio(margin, own), RATIO_MAX_PPM), PPM_SCALE),
    margin: isolated ? text(own.margin, scale) : text(positionInitial(own), MARGIN_SCALE),
    unrealised: text(positionProfit(own), MARGIN_SCALE),
    roe: text(returnOnMargin(own), PPM_SCALE),
    realised: text(row.profit, scale),
    funding: text(row.funding, scale),
    autoMargin,
  };
}

/** The open positions of a read account at the prices of the stream. */
export function livePositions(
  read: FuturesAccount,
  instruments: Instruments,
  tickers: ReadonlyMap<string, Ticker>,
): readonly PositionInfo[] {
  const known = contractsOf(read, instruments, tickers);
  const margin = marginOf(read, known);
  return read.positions.flatMap((row) => {
    const { symbol, leg } = row;
    const number = known.get(symbol)?.instrument;
    const own = margin.positions.find((one) => one.instrument === number && one.leg === leg);
    const contract = read.contracts.find((one) => one.symbol === symbol);
    const instrument = instruments.get(symbol);
    if (!own || own.lots === 0 || !contract || !instrument) return [];
    return [toPosition({ row, own, margin, contract, instrument, scale: read.scale })];
  });
}

/** All open positions. */
export function usePositions(): QueryResult<readonly PositionInfo[]> {
  const { query, read, rows } = useReadAccount('');
  const instruments = useContracts().data;
  const data = useMemo(() => {
    if (read === undefined || instruments === undefined) return undefined;
    return livePositions(read, instruments, rows);
  }, [read, instruments, rows]);
  const isPending = data === undefined && !query.isError;
  return { ...query, data, isPending, isFetched: !isPending };
}

/** A position as it is now; as it was last once it is closed. */
export function useLivePosition(position: PositionInfo): PositionInfo {
  return usePositions().data?.find(({ id }) => id === position.id) ?? position;
}
