/**
 * The futures account of the signed-in person, as the engine reckons with it, at the mark prices of
 * this moment. All figures that come of it are those of `@halcyon/domain`.
 */

import {
  INDEX_STALE_MS,
  type MarginAccount,
  type MarginPosition,
  marginUnitsOf,
  type PositionLeg,
  type RiskTerms,
  riskTerms,
} from '@halcyon/domain';
import type { AccountContract, FuturesAccount } from '@halcyon/domain/web';
import { useEffect, useMemo } from 'react';
import { parseTruncated } from '../decimal.ts';
import { useQueryClient } from '../query/use-query.ts';
import { fetchFuturesAccount } from '../rest/contracts.ts';
import { useAccountQuery } from './account.ts';
import { useContracts } from './contracts.ts';
import type { Instruments } from './instruments.ts';
import { FUTURES_KEYS } from './positions.ts';
import { useSession } from './session.ts';
import { type Ticker, useTickers } from './tickers.ts';

/** The account, and one contract in it. */
export interface ContractAccount {
  readonly margin: MarginAccount;
  readonly contract: AccountContract;
  readonly terms: RiskTerms;
  /** The settle coin, and the decimals of its units. */
  readonly coin: string;
  readonly scale: number;
  readonly hedge: boolean;
  /** Whether the index is too old: only orders that make positions smaller are taken. */
  readonly stale: boolean;
  /** A position of the contract; one that is closed where none is open. */
  readonly position: (leg: PositionLeg) => MarginPosition;
}

/** Ticks of a price text; those of the last read where the stream has told none. */
function ticksOf(ticker: Ticker | undefined, scale: number, read: number): number {
  return Number(parseTruncated(ticker?.mark ?? '', scale) ?? 0n) || read;
}

/** A contract as the arithmetic takes it; the number stands for it within one account. */
interface KnownContract {
  readonly instrument: number;
  readonly terms: RiskTerms;
  readonly mark: number;
}

/** By symbol. */
export type KnownContracts = ReadonlyMap<string, KnownContract>;

/** The contracts of a read account at the prices of the stream. */
export function contractsOf(
  read: FuturesAccount,
  instruments: Instruments,
  tickers: ReadonlyMap<string, Ticker>,
): KnownContracts {
  return new Map(
    read.contracts.map((one, instrument) => {
      const scale = instruments.get(one.symbol)?.priceScale ?? 0;
      const mark = ticksOf(tickers.get(one.symbol), scale, one.mark);
      const terms = riskTerms(one.quoteFactor, one.terms, read.scale);
      return [one.symbol, { instrument, terms, mark }];
    }),
  );
}

/** A read account as the arithmetic takes it. */
export function marginOf(read: FuturesAccount, known: KnownContracts): MarginAccount {
  const positions = read.positions.flatMap(({ symbol, ...rest }): MarginPosition[] => {
    const contract = known.get(symbol);
    return contract === undefined ? [] : [{ ...contract, ...rest }];
  });
  return { wallet: BigInt(read.wallet), marginUnits: marginUnitsOf(read.scale), positions };
}

/** What a read account is at the prices of the stream. @param symbol one of its contracts */
export function contractAccount(
  read: FuturesAccount,
  symbol: string,
  instruments: Instruments,
  tickers: ReadonlyMap<string, Ticker>,
): ContractAccount | null {
  const known = contractsOf(read, instruments, tickers);
  const contract = read.contracts.find((one) => one.symbol === symbol);
  const own = known.get(symbol);
  if (contract === undefined || own === undefined) return null;
  const margin = marginOf(read, known);
  const closed = { lots: 0, cost: 0, margin: 0, buys: 0, sells: 0 };
  return {
    margin,
    contract,
    terms: own.terms,
    coin: read.coin,
    scale: read.scale,
    hedge: read.hedge,
    stale: read.time - contract.pricesTime > INDEX_STALE_MS,
    position: (leg) =>
      margin.positions.find((one) => one.instrument === own.instrument && one.leg === leg) ?? {
        ...own,
        ...contract.settings[leg],
        ...closed,
        leg,
      },
  };
}

/** The contracts that parts of the page trade with, in the order in which they came. */
const traded: string[] = [];

/** Has the account read with a contract while mounted. @param symbol '' = with none but those of positions */
function useTraded(symbol: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (symbol === '') return;
    const read = client.getQueryData<FuturesAccount>(FUTURES_KEYS.account);
    const known = read?.contracts.some((one) => one.symbol === symbol) ?? false;
    const isAsked = traded.includes(symbol);
    traded.push(symbol);
    if (!known && !isAsked) void client.invalidateQueries({ queryKey: FUTURES_KEYS.account });
    return () => void traded.splice(traded.indexOf(symbol), 1);
  }, [symbol, client]);
}

/**
 * The account as it was read, with the prices of its contracts: one read and one stream for all that a
 * page shows of it, so that no two places differ.
 */
export function useReadAccount(symbol: string) {
  const { user } = useSession();
  useTraded(symbol);
  const query = useAccountQuery(FUTURES_KEYS.account, () => fetchFuturesAccount(traded[0] ?? ''));
  const involved = useMemo(
    () => query.data?.contracts.map((one) => one.symbol) ?? [],
    [query.data],
  );
  const { rows } = useTickers(involved, 'futures');
  return { query, read: user === null ? undefined : query.data, rows };
}

/** The account with the contract of `symbol`; null until it is known, and for nobody. */
export function useContractAccount(symbol: string): {
  readonly account: ContractAccount | null;
  readonly error: unknown;
  readonly refetch: () => Promise<void>;
} {
  const { query, read, rows } = useReadAccount(symbol);
  const instruments = useContracts().data;
  const account = useMemo(() => {
    if (read === undefined || instruments === undefined) return null;
    return contractAccount(read, symbol, instruments, rows);
  }, [read, instruments, symbol, rows]);
  return { account, error: query.error, refetch: query.refetch };
}

/** The margin of the account and its coin; null as above. */
export function useFuturesMargin():
  | (Pick<FuturesAccount, 'coin' | 'scale'> & {
      readonly margin: MarginAccount;
    })
  | null {
  const { read, rows } = useReadAccount('');
  const instruments = useContracts().data;
  return useMemo(() => {
    if (read === undefined || instruments === undefined) return null;
    const margin = marginOf(read, contractsOf(read, instruments, rows));
    return { margin, coin: read.coin, scale: read.scale };
  }, [read, instruments, rows]);
}
