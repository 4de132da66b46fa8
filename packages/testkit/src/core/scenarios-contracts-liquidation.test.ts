/** Liquidation: exactly who is liquidated, what of it, at which price, for which fee. */
import { describe, test } from 'vitest';
import { play } from './futures-scenario.ts';

describe('the dividing price', () => {
  test('cross, long: kept at the tick, not one below', () =>
    play(`
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 96             -> ok, rests bob2 5
    # 25 + 5 · 98 · 0.97 − 500 = 0.3; one tick below −4.55
    index 98                     -> ok, mark 98
    index 97                     -> ok, mark 97, trade 5@96 bob2, done bob2 filled, done ann2 filled, liquidated ann 5 limit 95 fee 4.8
    ann USD                      -> 0.2
    ann position                 -> none
    fund                         -> 4.8
  `));

  test('an excess of exactly nothing is kept', () =>
    play(`
    ann brings 64.5              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    # 63.5 + 5 · 90 · 0.97 − 500 = 0
    index 90                     -> ok, mark 90
    ann position                 -> long 5 @ 100, unrealised -50, fees 1
    index 89                     -> ok, mark 89, done ann2 iocRemainder, deleveraged bob 5@88, liquidated ann 0 deleveraged 5 limit 88 fee 3.5
  `));

  test('a ten-thousandth less is not', () =>
    play(`
    ann brings 64.4999           -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 89             -> ok, rests bob2 5
    index 90                     -> ok, mark 90, trade 5@89 bob2, done bob2 filled, done ann2 filled, liquidated ann 5 limit 88 fee 4.45
  `));

  test('cross, short', () =>
    play(`
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob longs 5 @ 100            -> ok, rests bob1 5
    ann shorts 5 @ 100           -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob shorts 5 @ 103           -> ok, rests bob2 5
    # 25 + 500 − 5 · 101 · 1.03 = 4.85; at 102 −0.3
    index 101                    -> ok, mark 101
    index 102                    -> ok, mark 102, trade 5@103 bob2, done bob2 filled, done ann2 filled, liquidated ann 5 limit 105 fee 5.15
    ann USD                      -> 4.85
  `));

  test('isolated, long and short: the rest of the wallet does not help', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    cat brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    cat isolated                 -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 97             -> ok, rests bob2 5
    index 98                     -> ok, mark 98
    index 97                     -> ok, mark 97, trade 5@97 bob2, done bob2 filled, done ann2 filled, liquidated ann 5 limit 95 fee 4.85
    ann USD                      -> 979.15
    index 100                    -> ok, mark 100
    bob longs 5 @ 100            -> ok, rests bob3 5
    cat shorts 5 @ 100           -> ok, trade 5@100 bob3, done bob3 filled, done cat1 filled
    bob shorts 5 @ 102           -> ok, rests bob4 5
    index 101                    -> ok, mark 101
    index 102                    -> ok, mark 102, trade 5@102 bob4, done bob4 filled, done cat2 filled, liquidated cat 5 limit 105 fee 5.1
    cat USD                      -> 983.9
  `));

  test('a second position counts, and the larger loss is closed first', () =>
    play(`
    ann brings 52                -> ok
    bob brings 1000              -> ok
    index 100 ETH 100            -> ok, mark 100, mark ETH 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    bob shorts 5 ETH @ 100       -> ok, rests bob2 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann longs 5 ETH @ 100        -> ok, trade 5@100 bob2, done bob2 filled, done ann2 filled
    bob longs 5 @ 96             -> ok, rests bob3 5
    bob longs 5 ETH @ 97         -> ok, rests bob4 5
    # 50 + 475.3 + 475.3 − 1000 = 0.6 at 98 and 98
    index 98 ETH 98              -> ok, mark 98, mark ETH 98
    # one tick of either is too much: BTC lost 15
    index 97                     -> ok, mark 97, trade 5@96 bob3, done bob3 filled, done ann3 filled, liquidated ann 5 limit 92 fee 4.8
    # 25.2 and 475.3 of 500 are kept
    ann position ETH             -> long 5 @ 100, unrealised -10, fees 1
    ann USD                      -> 25.2
  `));

  test('a profit of another position keeps', () =>
    play(`
    ann brings 52                -> ok
    bob brings 1000              -> ok
    index 100 ETH 100            -> ok, mark 100, mark ETH 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    bob longs 5 ETH @ 100        -> ok, rests bob2 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann shorts 5 ETH @ 100       -> ok, trade 5@100 bob2, done bob2 filled, done ann2 filled
    index 95 ETH 95              -> ok, mark 95, mark ETH 95
    index 90 ETH 90              -> ok, mark 90, mark ETH 90
    index ETH 91                 -> ok, mark ETH 91
    index ETH 98                 -> ok, mark ETH 98, done ann3 iocRemainder, deleveraged bob 5@88, liquidated ann 0 deleveraged 5 limit 88 fee 0, done ann4 iocRemainder, deleveraged bob 5@98, liquidated ann 0 deleveraged 5 limit 98 fee 0
    ann USD                      -> 0
  `));

  test('across a tier bound, long: the rate of the tier above is for the part in it', () =>
    play(`
    ann brings 131.25            -> ok
    bob brings 5000              -> ok
    index 100                    -> ok, mark 100
    ann leverage 10              -> ok
    bob leverage 10              -> ok
    bob shorts 11 @ 100          -> ok, rests bob1 11
    ann longs 11 @ 100           -> ok, trade 11@100 bob1, done bob1 filled, done ann1 filled
    bob longs 11 @ 90            -> ok, rests bob2 11
    # 129.05 + 1,001 · 0.95 + 20 − 1,100 = 0
    index 91                     -> ok, mark 91
    # 990 is in the tier below, where nothing is taken off: 129.05 + 990 · 0.97 − 1,100 = −10.65
    index 90                     -> ok, mark 90, trade 11@90 bob2, done bob2 filled, done ann2 filled, liquidated ann 11 limit 89 fee 9.9
  `));

  test('across a tier bound, short', () =>
    play(`
    ann brings 84.5              -> ok
    bob brings 5000              -> ok
    index 100                    -> ok, mark 100
    bob longs 10 @ 100           -> ok, rests bob1 10
    ann shorts 10 @ 100          -> ok, trade 10@100 bob1, done bob1 filled, done ann1 filled
    bob shorts 10 @ 106          -> ok, rests bob2 10
    index 101                    -> ok, mark 101
    # 82.5 + 1,000 + 20 − 1,050 · 1.05 = 0
    index 105                    -> ok, mark 105
    # down to 1,000 / 106 = 9 lots: that is not enough, and then all
    index 106                    -> ok, mark 106, trade 1@106 bob2, done ann2 filled, liquidated ann 1 limit 108 fee 1.06, trade 9@106 bob2, done bob2 filled, done ann3 filled, liquidated ann 9 limit 108 fee 9.54
    ann USD                      -> 11.9
  `));
});

describe('its steps', () => {
  test('orders are cancelled first, and that alone never settles it', () =>
    play(`
    ann brings 27                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann shorts 5 @ 110 reduce    -> ok, rests ann2 5
    bob longs 5 @ 96             -> ok, rests bob2 5
    index 97                     -> ok, mark 97, done ann2 liquidation, trade 5@96 bob2, done bob2 filled, done ann3 filled, liquidated ann 5 limit 95 fee 4.8
  `));

  test('isolated: orders of that contract alone', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100 ETH 100            -> ok, mark 100, mark ETH 100
    ann isolated                 -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann longs 1 ETH @ 90         -> ok, rests ann2 1
    ann longs 1 @ 90             -> ok, rests ann3 1
    bob longs 5 @ 97             -> ok, rests bob2 5
    index 97                     -> ok, mark 97, done ann3 liquidation, trade 5@97 bob2, done bob2 filled, done ann4 filled, liquidated ann 5 limit 95 fee 4.85
  `));

  test('down to the tier below, and no further when that is enough', () =>
    play(`
    ann brings 130               -> ok
    bob brings 5000              -> ok
    index 100                    -> ok, mark 100
    ann leverage 10              -> ok
    bob leverage 10              -> ok
    bob shorts 12 @ 100          -> ok, rests bob1 12
    ann longs 12 @ 100           -> ok, trade 12@100 bob1, done bob1 filled, done ann1 filled
    bob longs 12 @ 94            -> ok, rests bob2 12
    # 127.6 + 1,116 · 0.95 + 20 − 1,200 = 7.8
    index 93                     -> ok, mark 93
    # 1,104 is worth less than it needs by 3.6; 1,000 / 92 keeps 10 lots
    index 92                     -> ok, mark 92, trade 2@94 bob2, done ann2 filled, liquidated ann 2 limit 90 fee 1.88
    ann position                 -> long 10 @ 100, unrealised -80, profit -12, fees 4.28
    ann USD                      -> 113.72
  `));

  test('all of it in the lowest tier, in one step after another', () =>
    play(`
    ann brings 122.4             -> ok
    bob brings 5000              -> ok
    index 100                    -> ok, mark 100
    ann leverage 10              -> ok
    bob leverage 10              -> ok
    bob shorts 12 @ 100          -> ok, rests bob1 12
    ann longs 12 @ 100           -> ok, trade 12@100 bob1, done bob1 filled, done ann1 filled
    bob longs 2 @ 92             -> ok, rests bob2 2
    bob longs 12 @ 90            -> ok, rests bob3 12
    index 91                     -> ok, mark 91, trade 2@92 bob2, done bob2 filled, done ann2 filled, liquidated ann 2 limit 90 fee 1.84, trade 10@90 bob3, done ann3 filled, liquidated ann 10 limit 90 fee 2.16
    ann USD                      -> 0
  `));

  test('the fee is capped by what is left', () =>
    play(`
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 95             -> ok, rests bob2 5
    index 97                     -> ok, mark 97, trade 5@95 bob2, done bob2 filled, done ann2 filled, liquidated ann 5 limit 95 fee 0
    ann USD                      -> 0
    fund                         -> 0
  `));

  test('isolated: capped by what is left of its margin', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 95             -> ok, rests bob2 5
    bob longs 1 @ 96             -> ok, rests bob3 1
    index 97                     -> ok, mark 97, trade 1@96 bob3, done bob3 filled, trade 4@95 bob2, done ann2 filled, liquidated ann 5 limit 95 fee 1
    ann USD                      -> 974
    fund                         -> 1
  `));

  test('trading fees of the maker are due, none of the liquidated', () =>
    play(`
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 96             -> ok, rests bob2 5
    fees                         -> 1.5
    index 97                     -> ok, mark 97, trade 5@96 bob2, done bob2 filled, done ann2 filled, liquidated ann 5 limit 95 fee 4.8
    fees                         -> 1.98
  `));
});
