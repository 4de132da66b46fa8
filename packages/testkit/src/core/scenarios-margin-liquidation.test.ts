/** Liquidation of margin accounts: step by step, the fund, what pools lose, waiting. */
import { describe, test } from 'vitest';
import { play } from './margin-scenario.ts';

describe('an account whose debts are not kept', () => {
  test('loses its orders, and sells what it has until its ratio is one half', () =>
    play(`
    pool gets 1000 USD           -> ok
    index ETH 10                 -> ok
    ann brings 30 ETH            -> ok
    ann borrows 200 USD          -> ok, borrowed USD 200, interest ann USD 0.02
    ann takes 200 USD            -> ok
    ann sells 5 @ 12 ETHUSD      -> ok, rests ann1 5
    bob buys 100 @ 8 ETHUSD spot -> ok, rests bob1 100
    index ETH 9                  -> ok
    ann account                  -> equity 42.98, keeps 24.0024, needs 50.005, ratio 55.8456 %
    # 24.0024 must be kept, and 15.98 are left. 13 bring 103.896: 101.8588 are paid back, 2 % of that is the fee
    index ETH 8                  -> ok, done ann1 liquidation, trade 13@8 bob1, done ann2 filled, repaid USD 101.8388 + 0.02, liquidated ann fee 2.0372
    ann account                  -> equity 24.2388, keeps 11.7795, needs 24.5403, ratio 48.5978 %
    ann has ETH                  -> 17
    ann has USD                  -> 0 owes 98.1612
    pool USD fund                -> 2.0372
    pool USD                     -> 901.8588, lent 98.1612
  `));

  test('buys back what it is short of', () =>
    play(`
    pool gets 1000 ETH           -> ok
    index ETH 10                 -> ok
    ann brings 100 USD           -> ok
    bob buys 20 @ 10 ETHUSD spot -> ok, rests bob1 20
    ann sells 20 @ 10 ETHUSD loan -> ok, borrowed ETH 20, interest ann ETH 0.002, trade 20@10 bob1, done bob1 filled, done ann1 filled
    bob sells 100 @ 14 ETHUSD spot -> ok, rests bob2 100
    index ETH 13                 -> ok
    ann account                  -> equity 39.774, keeps 31.2039, needs 65.0065, ratio 78.4531 %
    index ETH 14                 -> ok, trade 16@14 bob2, done ann2 filled, repaid ETH 15.6685 + 0.002, liquidated ann fee 4.389
    ann account                  -> equity 15.159, keeps 7.2786, needs 15.1606, ratio 48.0151 %
    ann has ETH                  -> 0 owes 4.3315
    pool ETH fund                -> 0.3135
  `));

  test('by older rules waits where nobody trades within the band, and goes on with the next prices', () =>
    play(
      `
    pool gets 1000 USD           -> ok
    index ETH 10                 -> ok
    ann brings 30 ETH            -> ok
    ann borrows 200 USD          -> ok, borrowed USD 200, interest ann USD 0.02
    ann takes 200 USD            -> ok
    index ETH 8                  -> ok, done ann1 iocRemainder, liquidated ann fee 0 waits
    wait 1                       -> ok
    bob buys 5 @ 8 ETHUSD spot   -> ok, rests bob1 5
    index ETH 8                  -> ok, trade 5@8 bob1, done bob1 filled, done ann2 iocRemainder, repaid USD 39.1564 + 0.02, done ann3 iocRemainder, liquidated ann fee 0.7836 waits
    bob buys 50 @ 8 ETHUSD spot  -> ok, rests bob2 50
    wait 60000                   -> ok
    index ETH 8                  -> ok, trade 8@8 bob2, done ann4 filled, repaid USD 62.6823 + 0, liquidated ann fee 1.2537
  `,
      12,
    ));

  test('is made good by the fund, and at the end by the pool', () =>
    play(`
    pool gets 1000 USD           -> ok
    pool gets 1000 ETH           -> ok
    pool fund 20 USD             -> ok
    index ETH 10                 -> ok
    ann brings 30 ETH            -> ok
    ann borrows 200 USD          -> ok, borrowed USD 200, interest ann USD 0.02
    ann takes 200 USD            -> ok
    bob buys 100 @ 5 ETHUSD spot -> ok, rests bob1 100
    index ETH 5                  -> ok, taken over USD 149.98 + 0.02, repaid USD 20 + 0, written off USD 30.02 + 0, liquidated ann fee 0 fund 20 pools 30.02
    ann has USD                  -> 0
    pool USD                     -> 820, lent 0
    pool USD fund                -> 0
    dan brings 100 USD           -> ok
    pool fund 10 USD             -> ok
    bob buys 20 @ 5 ETHUSD spot  -> ok, rests bob2 20
    dan sells 20 @ 5 ETHUSD loan -> ok, borrowed ETH 20, interest dan ETH 0.002, trade 20@5 bob1, done dan1 filled
    bob sells 100 @ 18 ETHUSD spot -> ok, rests bob3 100
    index ETH 18                 -> ok, taken over ETH 11.1035 + 0.002, written off ETH 8.8965 + 0, liquidated dan fee 0 fund 10 pools 150.137
    dan has ETH                  -> 0
    pool ETH                     -> 1010, lent 0
    pool USD                     -> 1029.9, lent 0
  `));

  test('of a pair: in its market, at the price that its coins have', () =>
    play(`
    pool gets 1000 LTC           -> ok
    index ETH 10 LTC 5           -> ok
    ann brings 10 ETH of LTCETH  -> ok
    bob buys 50 @ 1 LTCETH spot  -> ok, rests bob1 50
    ann sells 50 @ 1 LTCETH isolated loan -> ok, borrowed LTC 50, interest ann LTC 0.005, trade 50@1 bob1, done bob1 filled, done ann1 filled
    bob sells 90 @ 1 LTCETH spot -> ok, rests bob2 90
    index LTC 11                 -> ok
    index LTC 12                 -> ok, trade 23@1 bob2, done ann2 filled, repaid LTC 22.7445 + 0.005, liquidated ann fee 2.73
    ann has ETH in LTCETH        -> 36.95
    ann has LTC in LTCETH        -> 0 owes 27.2555
  `));
});
