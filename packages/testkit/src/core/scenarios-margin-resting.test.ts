/**
 * Resting orders of margin accounts that owe: they were checked when they entered, and are looked at again when a
 * taker meets them at a price that is worse than the index. One that would leave its account with less than nothing ends.
 */
import { Rules } from '@halcyon/core';
import { describe, test } from 'vitest';
import { play } from './margin-scenario.ts';

const OPENING = `
    pool gets 1000 USD           -> ok
    index ETH 10                 -> ok
    ann brings 100 USD           -> ok
    ann borrows 200 USD          -> ok, borrowed USD 200, interest ann USD 0.02`;

describe('a resting order of an account that owes, when it is met', () => {
  test('ends where the index has drifted so far that the account cannot bear it; the next one trades', () =>
    play(`${OPENING}
    ann buys 30 @ 9 ETHUSD       -> ok, rests ann1 30
    cat buys 10 @ 9 ETHUSD spot  -> ok, rests cat1 10
    index ETH 5                  -> ok
    # 30 that count 4 less each, and she has 99.98
    bob sells 30 @ 9 ETHUSD spot -> ok, done ann1 marginUsed, trade 10@9 cat1, done cat1 filled, rests bob1 20
    ann has USD                  -> 300 owes 200 + 0.02
  `));

  test('by older rules it traded, and the account had less than nothing', () =>
    play(
      `${OPENING}
    ann buys 30 @ 9 ETHUSD       -> ok, rests ann1 30
    index ETH 5                  -> ok
    bob sells 30 @ 9 ETHUSD spot -> ok, trade 30@9 ann1, done ann1 filled, done bob1 filled, repaid USD 29.98 + 0.02, done ann2 iocRemainder, liquidated ann fee 0 waits
  `,
      Rules.loanFloors - 1,
    ));

  test('counts what the orders before it lost to the same taker', () =>
    play(`${OPENING}
    ann buys 10 @ 9 ETHUSD       -> ok, rests ann1 10
    ann buys 10 @ 9 ETHUSD       -> ok, rests ann2 10
    ann buys 10 @ 9 ETHUSD       -> ok, rests ann3 10
    index ETH 5                  -> ok
    # 40.05 with the fee each: 19.88 are left for the third
    bob sells 30 @ 9 ETHUSD spot fok -> fokNotFillable 20 30
    bob sells 30 @ 9 ETHUSD spot -> ok, trade 10@9 ann1, done ann1 filled, trade 10@9 ann2, done ann2 filled, done ann3 marginUsed, rests bob1 10, repaid USD 117.627 + 0.02, taken over USD 37.99 + 0, liquidated ann fee 3.113
  `));

  test('of an isolated pocket too, and of sales', () =>
    play(`
    pool gets 1000 ETH           -> ok
    index ETH 10                 -> ok
    ann brings 100 USD of ETHUSD -> ok
    ann borrows 20 ETH of ETHUSD -> ok, borrowed ETH 20, interest ann ETH 0.002
    ann sells 20 @ 11 ETHUSD isolated -> ok, rests ann1 20
    index ETH 17                 -> ok
    bob buys 20 @ 11 ETHUSD spot -> ok, done ann1 marginUsed, rests bob1 20
  `));

  test('trades where nothing is owed', () =>
    play(`
    index ETH 10                 -> ok
    ann brings 100 USD           -> ok
    ann buys 10 @ 9 ETHUSD       -> ok, rests ann1 10
    index ETH 1                  -> ok
    bob sells 10 @ 9 ETHUSD spot -> ok, trade 10@9 ann1, done ann1 filled, done bob1 filled
  `));

  test('is not counted by a market order of an account that owes', () =>
    play(`${OPENING}
    ann buys 30 @ 9 ETHUSD       -> ok, rests ann1 30
    pool gets 1000 ETH           -> ok
    dan brings 100 USD           -> ok
    dan borrows 20 ETH           -> ok, borrowed ETH 20, interest dan ETH 0.002
    index ETH 5                  -> ok
    dan takes 55 USD             -> ok
    mal buys 20 @ 3 ETHUSD spot  -> ok, rests mal1 20
    # 20 at 9 would win; 20 at 3 cost more than he has above what is kept
    dan sells 20 market ETHUSD   -> insufficientMargin 349900 420615
  `));

  test('nor one of its own that self-trade prevention takes out', () =>
    play(`
    pool gets 1000 ETH           -> ok
    index ETH 5                  -> ok
    dan brings 45 USD            -> ok
    dan borrows 20 ETH           -> ok, borrowed ETH 20, interest dan ETH 0.002
    dan buys 20 @ 5 ETHUSD spot  -> ok, rests dan1 20
    mal buys 20 @ 3 ETHUSD spot  -> ok, rests mal1 20
    dan sells 20 market ETHUSD stp=maker -> insufficientMargin 349900 420615
  `));
});
