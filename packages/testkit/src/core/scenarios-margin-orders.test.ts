/** Orders of margin accounts: what they may do to their account, what they borrow and pay back. */
import { describe, test } from 'vitest';
import { play } from './margin-scenario.ts';

describe('orders of margin accounts', () => {
  test('trade with what the account has; the pocket of a pair is apart', () =>
    play(`
    ann brings 100 USD           -> ok
    ann brings 50 USD of ETHUSD  -> ok
    bob sells 20 @ 10 ETHUSD spot -> ok, rests bob1 20
    ann buys 6 @ 10 ETHUSD isolated -> insufficientBalance 500000 600000
    ann buys 5 @ 10 ETHUSD isolated -> ok, trade 5@10 bob1, done ann1 filled
    ann has ETH in ETHUSD        -> 4.995
    ann has USD in ETHUSD        -> 0
    ann buys 3 @ 9 ETHUSD        -> ok, rests ann2 3
    ann has USD                  -> 73 held 27
    ann amends ann2 to 2 @ 10    -> ok, amended ann2 2@10 moved, trade 2@10 bob1, done ann2 filled
    ann has USD                  -> 80
    ann sells 1 @ 12 ETHUSD      -> ok, rests ann3 1
    ann replaces ann3 @ 13 with 1 -> ok, done ann3 replaced, rests ann4 1
    ann cancels ann4             -> ok, done ann4 cancelled
    ann cancels ann4 isolated    -> orderNotFound 0 5
    ann has ETH                  -> 1.998
  `));

  test('only where coins are lent, and only with options that they know', () =>
    play(`
    ann brings 100 USD           -> ok
    ann buys 1 @ 10 LTCUSD isolated -> unknownInstrument 0 2
    ann buys 1 @ 10 ETHUSD bits 1 -> optionsUnknown 6 1
    ann buys 1 @ 10 ETHUSD tp=12 -> optionsUnknown 6 0
    bob buys 1 @ 10 ETHUSD spot loan -> optionsUnknown 0 2
  `));

  test('that borrow nothing leave the account kept, whichever of them trade', () =>
    play(`
    pool gets 1000 USD           -> ok
    index ETH 10                 -> ok
    ann brings 100 USD           -> ok
    ann borrows 300 USD          -> ok, borrowed USD 300, interest ann USD 0.03
    ann account                  -> equity 99.97, keeps 36.0036, needs 75.0075, ratio 36.0145 %
    # 20 at 14 pay 280 for 19.98 that count 179.82: 100.18 less, and 63.9664 may be lost
    ann buys 20 @ 14 ETHUSD      -> insufficientMargin 999700 1361836
    ann buys 12 @ 14 ETHUSD      -> ok, rests ann1 12
    # 60.108 may be lost by the first, 4.009 more
    ann buys 1 @ 13 ETHUSD       -> insufficientMargin 999700 1001206
    ann buys 1 @ 9 ETHUSD        -> ok, rests ann2 1
    ann amends ann2 to 1 @ 13    -> insufficientMargin 999700 1001206
    ann replaces ann2 @ 13 with 1 -> insufficientMargin 999700 1001206
    ann amends ann1 to 11 @ 14   -> ok, amended ann1 11@14 kept
  `));

  test('a gain that may not come makes up for nothing', () =>
    play(`
    pool gets 1000 USD           -> ok
    index ETH 10                 -> ok
    ann brings 10 ETH            -> ok
    ann borrows 200 USD          -> ok, borrowed USD 200, interest ann USD 0.02
    ann sells 10 @ 14 ETHUSD     -> ok, rests ann1 10
    # 70.126 may be lost, whether or not the other gains 41
    ann buys 14 @ 14 ETHUSD      -> insufficientMargin 899800 941284
  `));
});

describe('an order that borrows what it lacks', () => {
  test('sells short, and pays back with what it buys', () =>
    play(`
    pool gets 1000 ETH           -> ok
    index ETH 10                 -> ok
    ann brings 100 USD           -> ok
    bob buys 20 @ 10 ETHUSD spot -> ok, rests bob1 20
    ann sells 20 @ 10 ETHUSD     -> insufficientBalance 0 200000
    ann sells 20 @ 10 ETHUSD loan -> ok, borrowed ETH 20, interest ann ETH 0.002, trade 20@10 bob1, done bob1 filled, done ann1 filled
    ann has USD                  -> 299.8
    ann account                  -> equity 99.78, keeps 24.003, needs 50.005, ratio 24.056 %
    bob sells 30 @ 9 ETHUSD spot -> ok, rests bob2 30
    ann buys 5 @ 9 ETHUSD repay  -> ok, trade 5@9 bob2, done ann2 filled, repaid ETH 4.993 + 0.002
    ann has ETH                  -> 0 owes 15.007
    ann buys 20 at market ETHUSD repay -> ok, trade 20@9 bob2, done ann3 filled, repaid ETH 15.007 + 0
    ann has ETH                  -> 4.973
    pool ETH                     -> 1000.002, lent 0
  `));

  test('borrows no less than the smallest loan, and for what its own money does not pay', () =>
    play(`
    pool gets 1000 USD           -> ok
    index ETH 10                 -> ok
    ann brings 50.5 USD          -> ok
    ann buys 5 @ 10 ETHUSD loan  -> ok, rests ann1 5
    ann buys 1 @ 1 ETHUSD loan   -> ok, borrowed USD 1, interest ann USD 0.0001, rests ann2 1
    ann has USD                  -> 0.5 held 51 owes 1 + 0.0001
    ann cancels ann2             -> ok, done ann2 cancelled
    ann has USD                  -> 1.5 held 50 owes 1 + 0.0001
  `));

  test('must leave what new debt needs, whatever orders do', () =>
    play(`
    pool gets 1000 USD           -> ok
    index ETH 10                 -> ok
    ann brings 100 USD           -> ok
    # 22 at 10 count 197.802 of 220: 22.198 are lost; 120 owed need 30.003
    ann buys 22 @ 10 ETHUSD loan -> ok, borrowed USD 120, interest ann USD 0.012, rests ann1 22
    ann buys 30 @ 10 ETHUSD loan -> insufficientMargin 999580 1574785
    ann takes 1 USD              -> insufficientBalance 0 10000
    ann cancels ann1             -> ok, done ann1 cancelled
    ann buys 20 @ 10 ETHUSD loan -> ok, rests ann2 20
    ann takes 20 USD             -> ok
  `));

  test('limits of a loan are those of one by hand', () =>
    play(`
    pool gets 100 USD            -> ok
    ann brings 10 USD            -> ok
    ann buys 3 @ 10 ETHUSD loan  -> indexStale 0 0
    index ETH 10                 -> ok
    ann buys 12 @ 10 ETHUSD loan -> poolLimit 1000000 1100000
    terms USD levelMax=5         -> ok
    ann buys 3 @ 10 ETHUSD loan  -> debtLimit 50000 200000
  `));

  test('a resting order pays back when it trades', () =>
    play(`
    pool gets 1000 ETH           -> ok
    index ETH 10                 -> ok
    ann brings 100 USD           -> ok
    ann borrows 10 ETH           -> ok, borrowed ETH 10, interest ann ETH 0.001
    ann buys 4 @ 9 ETHUSD repay  -> ok, rests ann1 4
    bob sells 3 @ 9 ETHUSD spot  -> ok, trade 3@9 ann1, done bob1 filled, repaid ETH 2.996 + 0.001
    ann amends ann1 to 5 @ 10    -> ok, amended ann1 2@10 moved, rests ann1 2
    bob sells 2 @ 10 ETHUSD spot -> ok, trade 2@10 ann1, done ann1 filled, done bob2 filled, repaid ETH 1.998 + 0
    ann has ETH                  -> 10 owes 5.006
  `));

  test('in the account of a pair', () =>
    play(`
    pool gets 1000 LTC           -> ok
    index ETH 10 LTC 5           -> ok
    ann brings 10 ETH of LTCETH  -> ok
    bob buys 50 @ 1 LTCETH spot  -> ok, rests bob1 50
    ann sells 50 @ 1 LTCETH isolated loan repay -> ok, borrowed LTC 50, interest ann LTC 0.005, trade 50@1 bob1, done bob1 filled, done ann1 filled
    ann account LTCETH           -> equity 349.475, keeps 15.002, needs 27.781, ratio 4.2928 %
    ann has ETH in LTCETH        -> 59.95
    ann has LTC in LTCETH        -> 0 owes 50 + 0.005
  `));
});
