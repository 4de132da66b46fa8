/** Trades within one root owner: they are told and settled, and make no price. */
import { NEWEST_RULES, Rules } from '@halcyon/core';
import {
  CommandKind,
  type Event,
  EventKind,
  EventLog,
  GhostStep,
  OrderType,
  packTerms,
  SelfTrade,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { FuturesScenario, play as playContracts } from './futures-scenario.ts';
import { Scenario } from './scenario.ts';

function play(table: string, rules: number = NEWEST_RULES): void {
  const { expected, actual } = new Scenario().run(`operator rules ${rules} -> ok\n${table}`);
  expect(actual).toEqual(expected);
}

/** The marks of the trades that a table makes in one exchange. */
function marksOf(scenario: Scenario, table: string): (readonly [price: number, own: boolean])[] {
  const told: Event[] = [];
  const { log } = scenario.core.state;
  const decode = log.decode.bind(log);
  log.decode = () => {
    const events = decode();
    told.push(...events);
    return events;
  };
  scenario.run(table);
  return told
    .filter(({ kind }) => kind === EventKind.trade || kind === EventKind.contractTrade)
    .map((event) => event as Extract<Event, { own: boolean }>)
    .map(({ price, own }) => [price, own] as const);
}

const SPOT = `
  operator seeds 100           -> ok
  ann sells 2 @ 110            -> ok, rests ann1 2
  ann buys 1 @ 110             -> ok, trade 1@110 ann1, done ann2 filled
  last                         -> 100
  ann.bot buys 1 @ 110         -> ok, trade 1@110 ann1, done ann1 filled, done ann.bot1 filled
  last                         -> 100
  bob sells 1 @ 120            -> ok, rests bob1 1
  ann.bot buys 1 @ 120         -> ok, trade 1@120 bob1, done bob1 filled, done ann.bot2 filled
  last                         -> 120
`;

describe('of a spot pair', () => {
  test('leave the last price where it was; those with others move it', () => play(SPOT));

  test('did move it under older rules', () =>
    play(SPOT.replaceAll('last                         -> 100', 'last -> 110'), 12));

  test('are marked in the event, one by one', () => {
    const table = `
      ann.bot sells 1 @ 110
      bob sells 1 @ 111
      ann sells 1 @ 112
      ann buys 3 @ 112
    `;
    const newest = new Scenario();
    newest.run(`operator rules ${NEWEST_RULES}`);
    expect(marksOf(newest, table)).toEqual([
      [110, true],
      [111, false],
      [112, true],
    ]);
    const older = new Scenario();
    older.run(`operator rules ${Rules.impactSizes - 1}`);
    expect(marksOf(older, table).map(([, own]) => own)).toEqual([false, false, false]);
  });

  test('set off no plan that waits for the last price, and wake no trailing stop', () =>
    play(`
    operator seeds 100                -> ok
    bob plans buy 1 when last at 105  -> ok, waits bob1
    bob trails sell 1 by 10000 from 108 -> ok, waits bob2
    ann sells 2 @ 110                 -> ok, rests ann1 2
    ann.bot buys 1 @ 110              -> ok, trade 1@110 ann1, done ann.bot1 filled
    cat buys 1 @ 110                  -> ok, trade 1@110 ann1, done ann1 filled, done cat1 filled, plan bob1 failed noLiquidity
  `));
});

describe('of a contract', () => {
  const TABLE = `
    ann brings 1000              -> ok
    ann.bot brings 1000          -> ok
    bob brings 1000              -> ok
    ann leverage 1               -> ok
    ann.bot leverage 1           -> ok
    bob leverage 1               -> ok
    index 100                    -> ok, mark 100
    ann shorts 3 @ 110           -> ok, rests ann1 3
    ann.bot longs 1 @ 110        -> ok, trade 1@110 ann1, done ann.bot1 filled
    ann longs 1 @ 110            -> ok, trade 1@110 ann1, done ann2 filled
    last                         -> 0
    bob longs 1 @ 110            -> ok, trade 1@110 ann1, done ann1 filled, done bob1 filled
    last                         -> 110
  `;

  test('leave the last price where it was; those with others move it', () =>
    playContracts(TABLE, {}, {}, NEWEST_RULES));

  test('are marked in the event', () => {
    expect(marksOf(new FuturesScenario({}, {}, NEWEST_RULES), TABLE)).toEqual([
      [110, true],
      [110, true],
      [110, false],
    ]);
  });
});

test('a ghost has the owner that its order has in the followed market', () => {
  const scenario = new Scenario();
  scenario.run(`operator rules ${NEWEST_RULES}`);
  const terms = { type: OrderType.limit, timeInForce: TimeInForce.gtc, selfTrade: SelfTrade.none };
  const place = (order: number, user: number, side: Side): number[] => {
    const packed = packTerms({ ...terms, side, keptPlace: false });
    return [GhostStep.place, order, user, 0, packed, 110, 1, 0, 1];
  };
  const last = (steps: readonly number[]): number => {
    scenario.send({ kind: CommandKind.ghost, liveSeq: 1, liveTime: 1, steps });
    return scenario.core.state.markets[0]!.lastPrice;
  };
  expect(last([...place(1, 500, Side.sell), ...place(2, 500, Side.buy)])).toBe(0);
  expect(last([...place(3, 500, Side.sell), ...place(4, 501, Side.buy)])).toBe(110);
});

test('that a trade was within one owner is in the hash of events', () => {
  const chain = (own: boolean): number => {
    const log = new EventLog();
    log.trade(0, 1, 100, 1, 100, 1, 2, 128, 128, 0, 0, 0, 0, 2_048, 1, own);
    return log.chain;
  };
  const contractChain = (own: number): number => {
    const log = new EventLog();
    log.contractTrade(
      0,
      Float64Array.from({ length: 16 }, (_, i) => (i === 15 ? own : 1)),
    );
    return log.chain;
  };
  expect(chain(true)).not.toBe(chain(false));
  expect(contractChain(1)).not.toBe(contractChain(0));
});
