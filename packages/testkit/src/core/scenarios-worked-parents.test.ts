/** INV-40: parent orders that follow the time or the book, as a trader sees them. */
import {
  CHILDREN_PER_COMMAND,
  CommandKind,
  PARENTS_PER_COMMAND,
  ParentKind,
  SelfTrade,
  Side,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { ParentScenario } from './parent-scenario.ts';

function play(table: string, scenario = new ParentScenario()): ParentScenario {
  const { expected, actual } = scenario.run(table);
  expect(actual).toEqual(expected);
  return scenario;
}

test('a TWAP order takes a slice at each of its times; the last one ends it', () => {
  const { core } = play(`
    bob sells 100 @ 100           -> ok, rests bob1 100
    ann spreads buy 31 @ 105 in 3 over 30000 id=t -> ok, t working 0, trade 10@100 bob1, done ann1 filled, t working 10
    wait 9999                     -> ok
    wait 1                        -> ok, trade 10@100 bob1, done ann2 filled, t working 20
    wait 9999                     -> ok
    wait 1                        -> ok, trade 11@100 bob1, done ann3 filled, t filled 31
  `);
  expect(core.deadline).toBe(Number.POSITIVE_INFINITY);
});

test('a slice whose time has passed is left out, and what is left ends with the last one', () =>
  play(`
    bob sells 100 @ 100           -> ok, rests bob1 100
    ann spreads buy 40 @ 105 in 4 over 40000 id=t -> ok, t working 0, trade 10@100 bob1, done ann1 filled, t working 10
    wait 25000                    -> ok, trade 10@100 bob1, done ann2 filled, t working 20
    wait 5000                     -> ok, trade 10@100 bob1, done ann3 filled, t cancelled 30
  `));

test('a TWAP order ends with its time, also where it was paused', () =>
  play(`
    bob sells 100 @ 100           -> ok, rests bob1 100
    ann spreads buy 40 @ 105 in 4 over 40000 id=t -> ok, t working 0, trade 10@100 bob1, done ann1 filled, t working 10
    ann pauses t                  -> ok, t paused 10
    wait 10000                    -> ok
    ann resumes t                 -> ok, trade 10@100 bob1, done ann2 filled, t working 20
    ann pauses t                  -> ok, t paused 20
    wait 29999                    -> ok
    wait 1                        -> ok, t cancelled 20
  `));

test('a slice trades within limit and slippage, and what it did not get is left out', () =>
  play(`
    bob sells 4 @ 100             -> ok, rests bob1 4
    bob sells 4 @ 101             -> ok, rests bob2 4
    bob sells 50 @ 104            -> ok, rests bob3 50
    ann spreads buy 30 @ 110 in 3 over 30000 slip 10000 id=t -> ok, t working 0, trade 4@100 bob1, done bob1 filled, trade 4@101 bob2, done bob2 filled, done ann1 iocRemainder, t working 8
    ann reshapes t @ 103          -> ok, t working 8
    wait 10000                    -> ok
    ann reshapes t @ 104          -> ok, t working 8
    wait 10000                    -> ok, trade 22@104 bob3, done ann2 filled, t filled 30
  `));

test('a halt and too little money pause a TWAP order with the reason; it goes on within the same slice', () =>
  play(`
    bob sells 1000 @ 100          -> ok, rests bob1 1000
    ann spreads buy 999 @ 105 in 3 over 30000 id=t -> ok, t working 0, trade 333@100 bob1, done ann1 filled, t working 333
    operator halted               -> ok
    wait 10000                    -> ok, t paused 333 instrumentHalted
    ann resumes t                 -> instrumentHalted 0 3
    operator open                 -> ok
    ann buys 400 @ 99             -> ok, rests ann2 400
    ann resumes t                 -> insufficientBalance 2710000 3330000
    ann cancels ann2              -> ok, done ann2 cancelled
    ann resumes t                 -> ok, trade 333@100 bob1, done ann3 filled, t working 666
    ann buys 300 @ 99             -> ok, rests ann4 300
    wait 10000                    -> ok, t paused 666 insufficientBalance
    wait 10000                    -> ok, t cancelled 666
  `));

test('terms of a TWAP order that it refuses', () =>
  play(`
    ann spreads buy 30 in 3 over 30000 id=t -> noLiquidity 0 0
    operator seeds 100            -> ok
    ann spreads buy 30 in 31 over 30000 id=t -> parentParts 30 31
    ann spreads buy 30 in 1 over 30000 id=t -> parentParts 2 1
    ann spreads buy 30 in 3 over 29999 id=t -> parameterRange 30000 29999
    ann spreads buy 30 in 3 over 30000 slip 100001 id=t -> parameterRange 100000 100001
    ann spreads buy 2 in 3 over 30000 id=t -> quantityTooSmall 3 2
    ann spreads buy 30 in 3 over 30000 showing 3 id=t -> parameterRange 2 3
    ann chases buy 30 id=c        -> priceRange 9007199254740991 0
    ann chases buy 30 @ 100 in 3 id=c -> parameterRange 3 3
  `));

test('a chase order joins the best price of others, at most once in 250 ms, within its limit', () =>
  play(`
    ann chases buy 10 @ 105 id=c  -> ok, c working 0
    bob buys 5 @ 100              -> ok, rests bob1 5, rests ann1 10
    bob buys 5 @ 102              -> ok, rests bob2 5
    wait 249                      -> ok
    wait 1                        -> ok, amended ann1 10@102 moved, rests ann1 10
    book                          -> 102x15 100x5 | -
    wait 250                      -> ok
    bob buys 1 @ 107              -> ok, rests bob3 1, amended ann1 10@105 moved, rests ann1 10
    bob cancels bob3              -> ok, done bob3 cancelled
    wait 250                      -> ok, amended ann1 10@102 moved, rests ann1 10
    bob cancels bob2              -> ok, done bob2 cancelled
    bob cancels bob1              -> ok, done bob1 cancelled
    wait 300                      -> ok
    book                          -> 102x10 | -
    cat sells 4 @ 102             -> ok, trade 4@102 ann1, done cat1 filled
    cat sells 6 @ 102             -> ok, trade 6@102 ann1, done ann1 filled, done cat2 filled, c filled 10
  `));

test('a chase order follows neither itself, nor its owner, nor others that chase', () =>
  play(`
    bob buys 5 @ 100              -> ok, rests bob1 5
    ann chases buy 10 @ 120 id=c  -> ok, c working 0, rests ann1 10
    cat chases buy 10 @ 120 id=d  -> ok, d working 0, rests cat1 10
    ann buys 1 @ 103              -> ok, rests ann2 1
    wait 300                      -> ok, amended cat1 10@103 moved, rests cat1 10
    wait 300                      -> ok
    ann.bot buys 1 @ 104          -> ok, rests ann.bot1 1, amended cat1 10@104 moved, rests cat1 10
    cat buys 1 @ 102              -> ok, rests cat2 1, amended ann1 10@102 moved, rests ann1 10
    wait 300                      -> ok
    book                          -> 104x11 103x1 102x11 100x5 | -
    bob cancels bob1              -> ok, done bob1 cancelled
    ann cancels ann2              -> ok, done ann2 cancelled
    ann.bot cancels ann.bot1      -> ok, done ann.bot1 cancelled
    cat cancels cat2              -> ok, done cat2 cancelled
    wait 300                      -> ok
    book                          -> 104x10 102x10 | -
  `));

test('a chase order pauses with the reason where a move is refused, and ends when its child is taken away', () =>
  play(`
    bob buys 5 @ 100              -> ok, rests bob1 5
    ann chases buy 999 @ 120 id=c -> ok, c working 0, rests ann1 999
    bob buys 5 @ 101              -> ok, rests bob2 5
    wait 250                      -> ok, done ann1 cancelled, c paused 0 insufficientBalance
    ann reshapes c size 900       -> ok, c paused 0 insufficientBalance
    ann resumes c                 -> ok, rests ann2 900, c working 0
    ann cancels ann2              -> ok, done ann2 cancelled, c cancelled 0
    bob chases sell 5 @ 90 id=d   -> ok, d working 0
    cat sells 5 @ 130             -> ok, rests cat1 5, rests bob3 5
    operator halted               -> ok
    cat cancels cat1              -> ok, done cat1 cancelled
    operator open                 -> ok
    bob is frozen                 -> ok, done bob3 cancelled, d paused 0 takesNoDeposits
    bob is free                   -> ok
    bob pauses d                  -> settingUnchanged 1 1
    cat sells 5 @ 140             -> ok, rests cat2 5
    bob resumes d                 -> ok, d working 0
    wait 250                      -> ok, rests bob4 5
  `));

test('one price to join moves any number of chase orders, so many a command, each at most once', () => {
  const table = new ParentScenario({ openOrdersMax: 1_000 });
  const { core } = table;
  table.run('bob buys 5 @ 100 -> ok, rests bob1 5');
  const chasers = 3 * PARENTS_PER_COMMAND;
  const place = {
    ...{
      kind: CommandKind.placeParent,
      instrument: 0,
      side: Side.buy,
      parentKind: ParentKind.chase,
    },
    ...{ selfTrade: SelfTrade.none, postOnly: true, clientId: '', price: 120, quantity: 1 },
    ...{ farPrice: 0, slices: 0, visible: 0 },
  } as const;
  for (let i = 0; i < chasers; i++) table.send({ ...place, account: table.account(`c${i % 20}`) });
  table.run('wait 1000');
  const at = (price: number): number => {
    const of = [...core.state.markets[0]!.book.queue(Side.buy)];
    return of.filter((slot) => core.state.orders.f64[slot * 8 + 1] === price).length;
  };
  expect(at(100)).toBe(chasers + 1);
  table.run('bob buys 5 @ 110');
  expect(at(110)).toBe(CHILDREN_PER_COMMAND + 1);
  expect(core.deadline).toBe(0);
  for (let ticks = 2; at(110) <= chasers; ticks++) {
    table.send({ kind: CommandKind.tick });
    expect(at(110)).toBe(Math.min(chasers, ticks * CHILDREN_PER_COMMAND) + 1);
  }
  expect(core.state.parents.chases.busy).toBe(false);
  expect(core.deadline).toBe(Number.POSITIVE_INFINITY);
});
