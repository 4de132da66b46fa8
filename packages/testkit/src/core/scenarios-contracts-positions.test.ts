/** Positions: what fills make of them, one-way and hedge, with cross and isolated margin. */
import { describe, test } from 'vitest';
import { play } from './futures-scenario.ts';

describe('one-way', () => {
  test('a fill opens, enlarges, closes a part and all; fees are rounded down', () =>
    play(`
    ann brings 200               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 3 @ 100           -> ok, rests bob1 3
    bob shorts 4 @ 101           -> ok, rests bob2 4
    ann longs 5 @ 101            -> ok, trade 3@100 bob1, done bob1 filled, trade 2@101 bob2, done ann1 filled
    # 502 over 5; taker fees 0.6 and 0.404
    ann position                 -> long 5 @ 100.4, unrealised -2, fees 1.004
    bob position                 -> short 5 @ 100.4, unrealised 2, fees 0.502
    bob longs 2 @ 99             -> ok, rests bob3 2
    # a share of 2/5 of 502 is 200.8 tick-lots: 200
    ann shorts 2 @ 99            -> ok, trade 2@99 bob3, done bob3 filled, done ann2 filled
    ann position                 -> long 3 @ 100.6667, unrealised -2, profit -2, fees 1.4
    ann USD                      -> 196.6
    bob longs 3 @ 100            -> ok, rests bob4 3
    ann closes all               -> ok, trade 3@100 bob4, done bob4 filled, done ann3 filled
    ann position                 -> none
    ann USD                      -> 194
  `));

  test('the last lot takes all that is left of the cost', () =>
    play(`
    ann brings 200               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 1 @ 100           -> ok, rests bob1 1
    bob shorts 2 @ 101           -> ok, rests bob2 2
    ann longs 3 @ 101            -> ok, trade 1@100 bob1, done bob1 filled, trade 2@101 bob2, done bob2 filled, done ann1 filled
    ann position                 -> long 3 @ 100.6667, unrealised -2, fees 0.604
    bob longs 1 @ 100            -> ok, rests bob3 1
    bob longs 1 @ 100            -> ok, rests bob4 1
    bob longs 1 @ 100            -> ok, rests bob5 1
    # 302 · 1/3 is 100, then 202 · 1/2 is 101, then 101
    ann shorts 1 @ 100           -> ok, trade 1@100 bob3, done bob3 filled, done ann2 filled
    ann position                 -> long 2 @ 101, unrealised -2, fees 0.804
    ann shorts 1 @ 100           -> ok, trade 1@100 bob4, done bob4 filled, done ann3 filled
    ann position                 -> long 1 @ 101, unrealised -1, profit -1, fees 1.004
    ann shorts 1 @ 100           -> ok, trade 1@100 bob5, done bob5 filled, done ann4 filled
    ann position                 -> none
    ann USD                      -> 196.796
    clearing                     -> 0
  `));

  test('one fill closes and opens the opposite position; the fee is shared out', () =>
    play(`
    ann brings 200               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 3 @ 100           -> ok, rests bob1 3
    ann longs 3 @ 100            -> ok, trade 3@100 bob1, done bob1 filled, done ann1 filled
    bob longs 10 @ 101           -> ok, rests bob2 10
    ann shorts 10 @ 101          -> ok, trade 10@101 bob2, done bob2 filled, done ann2 filled
    # the fee of 2.02 is 0.606 of the closing 3 and 1.414 of the opening 7
    ann position                 -> short 7 @ 101, unrealised 7, fees 1.414
    ann USD                      -> 200.38
    bob position                 -> long 7 @ 101, unrealised -7, fees 0.707
  `));

  test('close all takes side and size from the position, reverse twice its size', () =>
    play(`
    ann brings 500               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann closes all               -> reduceOnlyNothing 0 0
    bob shorts 3 @ 100           -> ok, rests bob1 3
    ann longs 3 @ 100            -> ok, trade 3@100 bob1, done bob1 filled, done ann1 filled
    bob longs 10 @ 100           -> ok, rests bob2 10
    ann reverses                 -> ok, trade 6@100 bob2, done ann2 filled
    ann position                 -> short 3 @ 100, fees 0.6
    bob shorts 10 @ 101          -> ok, rests bob3 10
    ann closes all               -> ok, trade 3@101 bob3, done ann3 filled
    ann position                 -> none
    ann reverses                 -> reduceOnlyNothing 0 0
  `));

  test('close all may wait at a price; it is reduce-only', () =>
    play(`
    ann brings 500               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 3 @ 100           -> ok, rests bob1 3
    ann longs 3 @ 100            -> ok, trade 3@100 bob1, done bob1 filled, done ann1 filled
    ann closes all @ 105         -> ok, rests ann2 3
    ann closes all @ 106         -> reduceOnlyNothing 0 3
    bob longs 3 @ 105            -> ok, trade 3@105 ann2, done ann2 filled, done bob2 filled
    ann position                 -> none
  `));
});

describe("fees of an account's level", () => {
  test("the lower of the level's and the contract's rate", () =>
    play(`
    ann brings 200               -> ok
    bob brings 1000              -> ok
    operator discounts ann 500 3000 -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann position                 -> long 5 @ 100, fees 1
    ann shorts 5 @ 101           -> ok, rests ann2 5
    bob longs 5 @ 101            -> ok, trade 5@101 ann2, done ann2 filled, done bob2 filled
    # a maker's fee of 0.05 % of 505
    ann USD                      -> 203.7475
  `));

  test('fees are rounded down to nothing', () =>
    play(
      `
    ann brings 50                -> ok
    bob brings 1000              -> ok
    index 7                      -> ok, mark 7
    bob shorts 1 @ 7             -> ok, rests bob1 1
    ann longs 1 @ 7              -> ok, trade 1@7 bob1, done bob1 filled, done ann1 filled
    # 70,000 units at a millionth: 0.07 units
    ann position                 -> long 1 @ 7
  `,
      { makerPpm: 1, takerPpm: 1 },
    ));
});

describe('hedge', () => {
  test('a long and a short position at once; each order names its leg', () =>
    play(`
    ann brings 200               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann hedge                    -> ok
    ann hedge                    -> settingUnchanged 0 1
    bob longs 5 @ 100            -> ok, rests bob1 5
    bob shorts 5 @ 101           -> ok, rests bob2 5
    ann longs 2 @ 101            -> positionLegMissing 1 0
    bob longs 1 @ 99 leg=long    -> positionLegUnexpected 0 1
    ann longs 2 @ 101 leg=long   -> ok, trade 2@101 bob2, done ann1 filled
    ann shorts 3 @ 100 leg=short -> ok, trade 3@100 bob1, done ann2 filled
    ann position leg=long        -> long 2 @ 101, unrealised -2, fees 0.404
    ann position leg=short       -> short 3 @ 100, fees 0.6
    ann position                 -> none
    # a sell of the long leg closes it, and nothing else
    ann shorts 5 @ 100 leg=long  -> ok, trade 2@100 bob1, done bob1 filled, done ann3 filled
    ann position leg=long        -> none
    ann position leg=short       -> short 3 @ 100, fees 0.6
    ann shorts 1 @ 99 leg=long   -> reduceOnlyNothing 0 1
    ann longs 2 @ 101 leg=short  -> ok, trade 2@101 bob2, done ann4 filled
    ann position leg=short       -> short 1 @ 100, profit -2, fees 1.004
    ann closes all leg=short     -> ok, trade 1@101 bob2, done bob2 filled, done ann5 filled
    ann position leg=short       -> none
  `));

  test('reverse closes a leg and opens nothing', () =>
    play(`
    ann brings 200               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann hedge                    -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 3 @ 100 leg=long   -> ok, trade 3@100 bob1, done ann1 filled
    bob longs 10 @ 100           -> ok, trade 2@100 bob1, done bob1 filled, rests bob2 8
    ann reverses leg=long        -> ok, trade 3@100 bob2, done ann2 filled
    ann position leg=long        -> none
    ann position leg=short       -> none
  `));
});

describe('isolated', () => {
  test('a position takes margin of its own from the wallet, and gives it back as it closes', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    ann isolated                 -> settingUnchanged 0 1
    bob shorts 6 @ 100           -> ok, rests bob1 6
    ann longs 3 @ 100            -> ok, trade 3@100 bob1, done ann1 filled
    ann USD                      -> 84.4 held 15
    ann position                 -> long 3 @ 100, margin 15, fees 0.6
    ann longs 3 @ 100            -> ok, trade 3@100 bob1, done bob1 filled, done ann2 filled
    ann position                 -> long 6 @ 100, margin 30, fees 1.2
    bob longs 2 @ 101            -> ok, rests bob2 2
    ann shorts 2 @ 101           -> ok, trade 2@101 bob2, done bob2 filled, done ann3 filled
    # a third of the margin is back, with a profit of 2 and a fee of 0.404
    ann USD                      -> 80.396 held 20
    ann position                 -> long 4 @ 100, margin 20, profit 2, fees 1.604
    bob longs 4 @ 99             -> ok, rests bob3 4
    ann closes all               -> ok, trade 4@99 bob3, done bob3 filled, done ann4 filled
    ann position                 -> none
    ann USD                      -> 95.604
  `));

  test('the margin that it takes is rounded up', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    ann leverage 7               -> ok
    bob shorts 1 @ 100           -> ok, rests bob1 1
    ann longs 1 @ 100            -> ok, trade 1@100 bob1, done bob1 filled, done ann1 filled
    # 100 / 7 = 14.28571…
    ann position                 -> long 1 @ 100, margin 14.2858, fees 0.2
  `));

  test('a part that closes gives back as much as the loss needs', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob shorts 6 @ 100           -> ok, rests bob1 6
    ann longs 6 @ 100            -> ok, trade 6@100 bob1, done bob1 filled, done ann1 filled
    bob longs 3 @ 94             -> ok, rests bob2 3
    index 99                     -> ok, mark 99
    # the share of the margin is 15, the loss 18
    ann shorts 3 @ 94            -> ok, trade 3@94 bob2, done bob2 filled, done ann2 filled
    ann position                 -> long 3 @ 100, margin 12, unrealised -3, profit -18, fees 1.764
    ann USD                      -> 68.236 held 12
  `));

  test('closing and opening in one fill', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob shorts 2 @ 100           -> ok, rests bob1 2
    ann longs 2 @ 100            -> ok, trade 2@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 100            -> ok, rests bob2 5
    ann shorts 5 @ 100           -> ok, trade 5@100 bob2, done bob2 filled, done ann2 filled
    ann position                 -> short 3 @ 100, margin 15, fees 0.6
    ann USD                      -> 83.6 held 15
  `));

  test('an opening that has less than its margin takes what is there', () =>
    play(
      `
    ann brings 40                -> ok
    bob brings 1000              -> ok
    index 100 ETH 100            -> ok, mark 100, mark ETH 100
    ann isolated                 -> ok
    ann longs 5 @ 99             -> ok, rests ann1 5
    bob shorts 1 ETH @ 100       -> ok, rests bob1 1
    ann longs 1 ETH @ 100        -> ok, trade 1@100 bob1, done bob1 filled, done ann2 filled
    index ETH 80                 -> ok, mark ETH 80
    bob longs 1 ETH @ 80         -> ok, rests bob2 1
    ann closes all ETH           -> ok, trade 1@80 bob2, done bob2 filled, done ann3 filled
    ann USD                      -> 19.64
    bob shorts 5 @ 99            -> ok, trade 5@99 ann1, done ann1 filled, done bob3 filled
    ann position                 -> long 5 @ 99, margin 19.64, unrealised 5
    ann USD                      -> 0 held 19.64
  `,
      { makerPpm: 0 },
    ));
});
