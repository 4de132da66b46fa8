/**
 * Liquidations of margin accounts into thin books: they trade no lower than what the account is worth, and what
 * finds nobody there the pool takes over at the index. With a flat index nobody gains from fund or pool.
 */
import { describe, test } from 'vitest';
import { play } from './margin-scenario.ts';

describe('a liquidation into a thin book', () => {
  test('gives an accomplice at the edge of the band nothing of fund or pool', () =>
    play(`
    pool gets 2000 USD           -> ok
    pool fund 200 USD            -> ok
    index ETH 10                 -> ok
    eve brings 113 USD of ETHUSD -> ok
    bob sells 100 @ 10 ETHUSD spot -> ok, rests bob1 100
    eve buys 100 @ 10 ETHUSD isolated loan -> ok, borrowed USD 887, interest eve USD 0.0887, trade 100@10 bob1, done bob1 filled, done eve1 filled
    # she loses to mal down to what is kept
    mal buys 11 @ 5 ETHUSD spot  -> ok, rests mal1 11
    eve sells 11 @ 5 ETHUSD isolated -> ok, trade 11@5 mal1, done mal1 filled, done eve2 filled, called eve 93.614 %
    eve account of ETHUSD        -> equity 56.8563, keeps 53.2254, needs 98.5662, ratio 93.614 %
    # interest does the rest
    mal buys 200 @ 5 ETHUSD spot -> ok, rests mal2 200
    wait 18000000                -> ok, rates USD 7869108 ETH 876000 LTC 876000, interest eve USD 3.984
    index ETH 10                 -> ok, repaid USD 50.3282 + 4.0727, taken over USD 437.03 + 0, liquidated eve fee 4.9151
    eve has ETH in ETHUSD        -> 44.7599
    eve has USD in ETHUSD        -> 0 owes 399.6418
    pool USD                     -> 1167.4009, lent 399.6418
    pool ETH                     -> 43.703, lent 0
    pool USD fund                -> 200.5441
    pool ETH fund                -> 0.4371
  `));

  test('trades down to what the account is worth, and no further', () =>
    play(`
    pool gets 2000 USD           -> ok
    pool fund 200 USD            -> ok
    index ETH 100                -> ok
    ann brings 100 USD of ETHUSD -> ok
    bob sells 10 @ 100 ETHUSD spot -> ok, rests bob1 10
    ann buys 9 @ 100 ETHUSD isolated loan -> ok, borrowed USD 800, interest ann USD 0.08, trade 9@100 bob1, done ann1 filled
    # she has 845.154 at the index and owes 800.08: from 94 · 800.08 / 845.154 / 0.999 = 89.08 up
    bob buys 2 @ 90 ETHUSD spot  -> ok, rests bob2 2
    bob buys 9 @ 89 ETHUSD spot  -> ok, rests bob3 9
    index ETH 94                 -> ok, trade 2@90 bob2, done bob2 filled, done ann2 filled, repaid USD 177.9596 + 0.08, taken over USD 359.4372 + 0, liquidated ann fee 5.3806
    ann account of ETHUSD        -> equity 31.5134, keeps 15.7563, needs 29.1784, ratio 49.9988 %
    ann has ETH in ETHUSD        -> 3.1289
  `));

  test('takes what is less than a lot before the fund pays', () =>
    play(`
    pool gets 2000 USD           -> ok
    pool fund 500 USD            -> ok
    index ETH 100                -> ok
    ann brings 4.9 ETH           -> ok
    ann borrows 300 USD          -> ok, borrowed USD 300, interest ann USD 0.03
    ann takes 300 USD            -> ok
    bob buys 100 @ 50 ETHUSD spot -> ok, rests bob1 100
    index ETH 50                 -> ok, trade 4@50 bob1, done ann1 filled, repaid USD 199.77 + 0.03, taken over USD 45 + 0, repaid USD 55.23 + 0, liquidated ann fee 0 fund 55.23
    ann has ETH                  -> 0
    ann has USD                  -> 0
    pool ETH                     -> 0.9, lent 0
    pool USD fund                -> 444.77
  `));

  test('ends where one unit of cash is left, of which the pool gets nothing after the fee', () =>
    play(`
    pool gets 200 ETH            -> ok
    index ETH 10                 -> ok
    index LTC 10                 -> ok
    ann brings 20 LTC            -> ok
    ann brings 0.0001 USD        -> ok
    ann borrows 14 ETH           -> ok, borrowed ETH 14, interest ann ETH 0.0014
    ann takes 14 ETH             -> ok
    index ETH 14                 -> ok, taken over ETH 13.989 + 0.0014, liquidated ann fee 3.918
    ann has USD                  -> 0.0001
  `));

  test('does not wait with a fill beside the index behind it', () =>
    play(`
    pool gets 2000 USD           -> ok
    pool fund 100 USD            -> ok
    index ETH 30                 -> ok
    ann brings 90 ETH            -> ok
    ann borrows 1250 USD         -> ok, borrowed USD 1250, interest ann USD 0.125
    ann takes 1250 USD           -> ok
    bob buys 60 @ 14 ETHUSD spot -> ok, rests bob1 60
    index ETH 16                 -> ok, trade 51@14 bob1, done ann1 filled, repaid USD 699.175 + 0.125, taken over USD 377.096 + 0, liquidated ann fee 21.5284
    ann account                  -> equity 41.695, keeps 20.8475, needs 43.4323, ratio 50 %
    ann has ETH                  -> 14.9601
    ann has USD                  -> 0 owes 173.729
  `));

  test('costs the fund no more than it may pay in an hour; the rest the pool loses', () =>
    play(`
    pool gets 4000 USD           -> ok
    pool fund 500 USD            -> ok
    index ETH 100                -> ok
    ann brings 10 ETH            -> ok
    ann borrows 500 USD          -> ok, borrowed USD 500, interest ann USD 0.05
    ann takes 500 USD            -> ok
    cat brings 10 ETH            -> ok
    cat borrows 500 USD          -> ok, borrowed USD 500, interest cat USD 0.05
    cat takes 500 USD            -> ok
    dan brings 10 ETH            -> ok
    dan borrows 500 USD          -> ok, borrowed USD 500, interest dan USD 0.05
    dan takes 500 USD            -> ok
    bob buys 4 @ 41 ETHUSD spot -> ok, rests bob1 4
    # 50 are missing of each; of the 100 of this hour the other 50 may be lost by price, then there is nothing left
    index ETH 45                 -> ok, trade 4@41 bob1, done bob1 filled, done ann1 filled, repaid USD 163.786 + 0.05, taken over USD 270 + 0, repaid USD 66.214 + 0, liquidated ann fee 0 fund 66.214, taken over USD 449.95 + 0.05, repaid USD 33.786 + 0, written off USD 16.264 + 0, liquidated cat fee 0 fund 33.786 pools 16.264, taken over USD 449.95 + 0.05, written off USD 50.05 + 0, liquidated dan fee 0 pools 50.05
    wait 3600000                 -> ok, rates USD 876000 ETH 876000 LTC 876000
    eve brings 10 ETH            -> ok
    index ETH 100                -> ok
    eve borrows 500 USD          -> ok, borrowed USD 500, interest eve USD 0.05
    eve takes 500 USD            -> ok
    index ETH 45                 -> ok, taken over USD 449.95 + 0.05, repaid USD 50.05 + 0, liquidated eve fee 0 fund 50.05
    pool USD fund                -> 349.95
    pool USD                     -> 2313.886, lent 0
    pool ETH                     -> 36, lent 0
  `));
});
