/** One command tells of an account once: what it has liquidated is not called as well. */
import {
  AccountKind,
  accountOf,
  EventKind,
  MarginMode,
  NO_PAIR,
  NoticeKind,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import {
  notifyFunding,
  notifyLiquidation,
  notifyMarginCall,
  notifyMarginLiquidation,
} from './fold-notices.ts';
import type { Known } from './known.ts';
import { WriteSet } from './write-set.ts';

const FUTURES = accountOf(1_000_001, AccountKind.usdtFutures);
const CROSS = accountOf(1_000_001, AccountKind.crossMargin);
const BTC = 3;
/** What is told, kinds of notices in order; each step is a command of its number. */
function told(
  steps: readonly {
    readonly seq: number;
    readonly liquidated?: 'cross' | 'isolated' | 'margin' | 'nothing';
    readonly called?: readonly [account: number, instrument: number];
  }[],
): number[] {
  const known = {
    people: { ownsAccount: () => true },
    counters: { notices: 0 },
    copies: new Map(),
    liquidated: { seq: 0, keys: new Set() },
    lastMark: Number.POSITIVE_INFINITY,
  } as unknown as Known;
  const rows = new WriteSet();
  for (const { seq, liquidated, called } of steps) {
    const at = { seq, time: 0 };
    if (liquidated === 'margin') {
      const event = { ...at, account: CROSS, instrument: NO_PAIR };
      notifyMarginLiquidation(
        { kind: EventKind.marginLiquidation, ...event } as never,
        1,
        known,
        rows,
      );
    } else if (liquidated !== undefined) {
      const closed = liquidated === 'nothing' ? 0 : 5;
      const marginMode = liquidated === 'isolated' ? MarginMode.isolated : MarginMode.cross;
      const event = { ...at, account: FUTURES, instrument: BTC, marginMode, closed };
      notifyLiquidation({ ...event, deleveraged: 0, mark: 1 } as never, 1, known, rows);
    }
    if (called !== undefined) {
      const [account, instrument] = called;
      notifyMarginCall({ ...at, account, instrument, keeps: 1, equity: 1 } as never, known, rows);
    }
  }
  return rows.notices.map((row) => row.kind);
}

test('what a command has liquidated a part of is not called by it as well', () => {
  const { liquidation, marginLiquidation } = NoticeKind;
  expect(told([{ seq: 7, liquidated: 'cross', called: [FUTURES, NO_PAIR] }])).toEqual([
    liquidation,
  ]);
  expect(told([{ seq: 7, liquidated: 'isolated', called: [FUTURES, BTC] }])).toEqual([liquidation]);
  expect(told([{ seq: 7, liquidated: 'margin', called: [CROSS, NO_PAIR] }])).toEqual([
    marginLiquidation,
  ]);
});

test('a call of something else, of another command, or beside a step that closed nothing is told', () => {
  const { liquidation, marginCall } = NoticeKind;
  for (const called of [
    [FUTURES, NO_PAIR],
    [CROSS, NO_PAIR],
    [FUTURES, BTC + 1],
  ] as const) {
    expect(told([{ seq: 7, liquidated: 'isolated', called }])).toEqual([liquidation, marginCall]);
  }
  const later = { seq: 8, called: [FUTURES, NO_PAIR] } as const;
  expect(told([{ seq: 7, liquidated: 'cross' }, later])).toEqual([liquidation, marginCall]);
  expect(told([{ seq: 7, liquidated: 'nothing', called: [FUTURES, NO_PAIR] }])).toEqual([
    marginCall,
  ]);
});

test('what is urgent of a copy portfolio is told to its root, and nothing else of it', () => {
  const [root, portfolio] = [20, 21];
  const known = {
    ...{ people: { ownsAccount: () => true }, counters: { notices: 0 } },
    ...{ liquidated: { seq: 0, keys: new Set() }, lastMark: Number.POSITIVE_INFINITY },
    copies: new Map([[portfolio, { root, trader: 22, side: 1 }]]),
  } as unknown as Known;
  const rows = new WriteSet();
  const account = accountOf(portfolio, AccountKind.usdtFutures);
  const event = { seq: 1, time: 0, account, instrument: NO_PAIR, keeps: 5, equity: 6 };
  notifyMarginCall({ kind: EventKind.marginCall, ...event } as never, known, rows);
  notifyFunding(event, { ...event, id: 1, asset: 0, round: 1, amount: 5n }, known, rows);
  expect(rows.notices.map(({ user, kind }) => [user, kind])).toEqual([
    [root, NoticeKind.marginCall],
    [portfolio, NoticeKind.funding],
  ]);
});
