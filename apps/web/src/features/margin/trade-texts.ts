/** What was traded and paid back in the course of a repayment or a liquidation, summed up. */

import type { MarginFillRow, RepaymentRow } from '@halcyon/domain/web';
import { toText, WIDE_SCALE, wide } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';
import type { Instruments } from '../../data/state/instruments.ts';

/** Fills as what was paid and got, by pair and side; the same in every language. */
export function tradeTexts(
  fills: readonly MarginFillRow[],
  instruments: Instruments,
): readonly string[] {
  const sums = new Map<string, { readonly row: MarginFillRow; size: bigint; value: bigint }>();
  for (const row of fills) {
    const key = `${row.symbol} ${row.side}`;
    const sum = sums.get(key) ?? { row, size: 0n, value: 0n };
    sum.size += wide(row.size);
    sum.value += wide(row.value);
    sums.set(key, sum);
  }
  return [...sums.values()].map(({ row, size, value }) => {
    const { base = '', quote = '' } = instruments.get(row.symbol) ?? {};
    const [coins, money] = [
      `${amount(toText(size, WIDE_SCALE))} ${base}`,
      `${amount(toText(value, WIDE_SCALE))} ${quote}`,
    ];
    const [paid, got] = row.side === 'buy' ? [money, coins] : [coins, money];
    return `${paid} → ${got}`;
  });
}

/** What was paid back of each coin. */
export function repaidTexts(
  rows: readonly Pick<RepaymentRow, 'coin' | 'amount'>[],
): readonly string[] {
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(row.coin, (sums.get(row.coin) ?? 0n) + wide(row.amount));
  return [...sums].map(([coin, sum]) => `${amount(toText(sum, WIDE_SCALE))} ${coin}`);
}
