/** What all accounts of a person are worth, by account and by coin; wide units of USDT. */

import { coinValue } from '@halcyon/domain';
import { useMemo } from 'react';
import { pow10, WIDE_SCALE, wide } from '../../data/decimal.ts';
import { useFunding } from '../../data/state/account.ts';
import { type MarginPlace, useMarginAccount } from '../../data/state/margin.ts';
import { VALUE_COIN } from '../../data/state/portfolio.ts';
import { useContractAssets } from '../../data/state/positions.ts';
import { useCopied } from './use-copied.ts';
import { useHoldings } from './use-holdings.ts';

/** A part of a whole. */
export interface AllocationPart {
  readonly key: string;
  readonly value: bigint;
}

/** What the coins of margin accounts are worth, debts taken off. */
export function marginCoins(places: readonly MarginPlace[]): readonly AllocationPart[] {
  return places.flatMap(({ coins, settle }) =>
    coins
      .filter(({ held, debt }) => held > 0 || debt > 0)
      .map(({ coin, held, debt, scale }) => ({
        key: coin,
        value: BigInt(coinValue(held - debt, scale)) * pow10(WIDE_SCALE - settle.scale),
      })),
  );
}

/** The sum of parts. */
export function sumOf(parts: readonly AllocationPart[]): bigint {
  return parts.reduce((sum, { value }) => sum + value, 0n);
}

/** Parts of one name put together, the largest first. */
export function byName(parts: readonly AllocationPart[]): readonly AllocationPart[] {
  const sums = new Map<string, bigint>();
  for (const { key, value } of parts) sums.set(key, (sums.get(key) ?? 0n) + value);
  return [...sums]
    .map(([key, value]) => ({ key, value }))
    .sort((a, b) => (a.value < b.value ? 1 : a.value > b.value ? -1 : a.key < b.key ? -1 : 1));
}

/** Each account's worth, the coins of all, and their sum; null while something is not known. */
export function useWorth() {
  const { query, rows, total: spot } = useHoldings();
  const contracts = useContractAssets();
  const funding = useFunding();
  const cross = useMarginAccount('crossed');
  const isolated = useMarginAccount('isolated');
  const copied = useCopied();
  const { worth: copying } = copied;
  const futures = useMemo(
    () => contracts.data?.reduce((sum, row) => sum + wide(row.accountEquity), 0n) ?? null,
    [contracts.data],
  );
  const funded = useMemo(
    () => funding.data?.map((row) => ({ key: row.coin, value: wide(row.usdtValue) })) ?? null,
    [funding.data],
  );
  const lent = useMemo(() => {
    if (cross.account === undefined || isolated.account === undefined) return null;
    return marginCoins([...cross.account.places, ...isolated.account.places]);
  }, [cross.account, isolated.account]);
  const margin = lent === null ? null : sumOf(lent);
  const known =
    spot !== null && futures !== null && lent !== null && funded !== null && copying !== undefined;
  const coins = useMemo(() => {
    if (futures === null || lent === null || funded === null || copying === undefined) return [];
    const own = rows.map(({ coin, value }) => ({ key: coin, value: value ?? 0n }));
    const traded = [futures, copying ?? 0n].map((value) => ({ key: VALUE_COIN, value }));
    return byName([...own, ...funded, ...lent, ...traded]);
  }, [rows, futures, lent, funded, copying]);
  return {
    accounts: {
      ...{ spot, margin, futures, copying: copying ?? null },
      funding: funded === null ? null : sumOf(funded),
    },
    coins,
    total: known ? spot + futures + (copying ?? 0n) + sumOf([...lent, ...funded]) : null,
    error:
      query.error ??
      contracts.error ??
      funding.error ??
      cross.error ??
      isolated.error ??
      copied.error,
    refetch: () => {
      void query.refetch();
      void contracts.refetch();
      void funding.refetch();
      void cross.refetch();
      void isolated.refetch();
      void copied.refetch();
    },
  };
}
