/** What a liquidation does where the account does not suffice: the fund, deleveraging, the band, and
 * what comes before: legs that offset each other, automatic margin, an index that is stale. */
import { describe, test } from 'vitest';
import { play } from './futures-scenario.ts';

describe('the protection fund', () => {
  test('pays what is missing of a wallet', () =>
    play(`
    fund gets 100                -> ok
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 92             -> ok, rests bob2 5
    index 90                     -> ok, mark 90, trade 5@92 bob2, done bob2 filled, done ann2 filled, liquidated ann 5 limit 81 fee 0, liquidated ann 0 fee 0 fund 15
    ann USD                      -> 0
    fund                         -> 85
  `));

  test('pays what is missing of an isolated margin; the wallet does not', () =>
    play(`
    fund gets 100                -> ok
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 92             -> ok, rests bob2 5
    index 90                     -> ok, mark 90, trade 5@92 bob2, done bob2 filled, done ann2 filled, liquidated ann 5 limit 81 fee 0 fund 15
    ann USD                      -> 74
    fund                         -> 85
  `));

  test('the order goes no further than the fund could make good', () =>
    play(`
    fund gets 10                 -> ok
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 2 @ 94             -> ok, rests bob2 2
    bob longs 3 @ 92             -> ok, rests bob3 3
    # (500 − 25 − 10) / 5 = 93; then (300 − 13) / 3 = 95.67, up to 96
    index 90                     -> ok, mark 90, trade 2@94 bob2, done bob2 filled, done ann2 iocRemainder, deleveraged bob 3@96, liquidated ann 2 deleveraged 3 limit 93 fee 1
    ann USD                      -> 0
    fund                         -> 11
  `));

  test('of a short position', () =>
    play(`
    fund gets 10                 -> ok
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob longs 5 @ 100            -> ok, rests bob1 5
    ann shorts 5 @ 100           -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob shorts 5 @ 108           -> ok, rests bob2 5
    # (500 + 25 + 10) / 5 = 107; then 525 / 5 = 105
    index 110                    -> ok, mark 110, done ann2 iocRemainder, deleveraged bob 5@105, liquidated ann 0 deleveraged 5 limit 107 fee 0
  `));

  test('isolated: its own margin is all that backs it', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    index 90                     -> ok, mark 90, done ann2 iocRemainder, deleveraged bob 5@95, liquidated ann 0 deleveraged 5 limit 95 fee 0
    ann USD                      -> 974
  `));
});

describe('deleveraging', () => {
  test('the higher leverage first', () =>
    play(`
    ann brings 26                -> ok
    bob brings 1000              -> ok
    cat brings 30                -> ok
    index 100                    -> ok, mark 100
    bob shorts 3 @ 100           -> ok, rests bob1 3
    cat shorts 2 @ 100           -> ok, rests cat1 2
    ann longs 5 @ 100            -> ok, trade 3@100 bob1, done bob1 filled, trade 2@100 cat1, done cat1 filled, done ann1 filled
    index 90                     -> ok, mark 90, done ann2 iocRemainder, deleveraged cat 2@95, deleveraged bob 3@95, liquidated ann 0 deleveraged 5 limit 95 fee 0
    cat USD                      -> 39.8
    bob USD                      -> 1014.7
  `));

  test('the larger profit first', () =>
    play(`
    ann brings 56                -> ok
    bob brings 500               -> ok
    cat brings 500               -> ok
    index 100                    -> ok, mark 100
    cat shorts 2 @ 100           -> ok, rests cat1 2
    ann longs 2 @ 100            -> ok, trade 2@100 cat1, done cat1 filled, done ann1 filled
    index 102                    -> ok, mark 102
    bob shorts 3 @ 102           -> ok, rests bob1 3
    ann longs 3 @ 102            -> ok, trade 3@102 bob1, done bob1 filled, done ann2 filled
    index 88                     -> ok, mark 88, done ann3 iocRemainder, deleveraged bob 3@91, deleveraged cat 2@91, liquidated ann 0 deleveraged 5 limit 91 fee 3.988
  `));

  test('of equal rank the lower account', () =>
    play(`
    ann brings 21                -> ok
    bob brings 1000              -> ok
    cat brings 1000              -> ok
    index 100                    -> ok, mark 100
    cat shorts 2 @ 100           -> ok, rests cat1 2
    bob shorts 2 @ 100           -> ok, rests bob1 2
    ann longs 4 @ 100            -> ok, trade 2@100 cat1, done cat1 filled, trade 2@100 bob1, done bob1 filled, done ann1 filled
    # (400 − 20.2) / 4 = 94.95
    index 90                     -> ok, mark 90, done ann2 iocRemainder, deleveraged bob 2@95, deleveraged cat 2@95, liquidated ann 0 deleveraged 4 limit 95 fee 0.2
  `));
});

describe('the band', () => {
  test('what the book does not take within it waits for the next prices', () =>
    play(`
    fund gets 1000               -> ok
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 80             -> ok, rests bob2 5
    index 90                     -> ok, mark 90, done ann2 iocRemainder, liquidated ann 0 limit 81 fee 0
    bob longs 2 @ 85             -> ok, rests bob3 2
    wait 1000                    -> ok
    index 90                     -> ok, mark 90, trade 2@85 bob3, done bob3 filled, done ann3 iocRemainder, liquidated ann 2 limit 81 fee 0, done ann4 iocRemainder, liquidated ann 0 limit 81 fee 0
    ann position                 -> long 3 @ 100, unrealised -30, profit -30, fees 1
    index 88                     -> ok, mark 88, trade 3@80 bob2, done ann5 filled, liquidated ann 3 limit 80 fee 0, liquidated ann 0 fee 0 fund 65
    fund                         -> 935
  `));

  test('a change of the account sets off another try, a plan of its position does not', () =>
    play(`
    fund gets 1000               -> ok
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    index 90                     -> ok, mark 90, done ann2 iocRemainder, liquidated ann 0 limit 81 fee 0
    ann ends-in-profit sell all when mark at 120 -> ok, waits ann3
    ann brings 1                 -> ok, done ann4 iocRemainder, liquidated ann 0 limit 81 fee 0
  `));

  test('a mark that time alone moves sets off another try', () =>
    play(`
    fund gets 10000              -> ok
    bob leverage 1               -> ok
    cat leverage 1               -> ok
    ann brings 60                -> ok
    bob brings 100000            -> ok
    cat brings 100000            -> ok
    index 1000                   -> ok, mark 1000
    bob longs 1 @ 1000           -> ok, rests bob1 1
    ann shorts 1 @ 1000          -> ok, trade 1@1000 bob1, done bob1 filled, done ann1 filled
    bob longs 2 @ 1100           -> ok, rests bob2 2
    cat shorts 1 @ 1100          -> ok, trade 1@1100 bob2, done cat1 filled
    wait 1000                    -> ok
    # the index with its expected funding: between the index and the last price
    index 1050                   -> ok, mark 1070, done ann2 iocRemainder, liquidated ann 0 limit 1177 fee 0
    wait 1000                    -> ok
    wait 9000                    -> ok, mark 1050, done ann3 iocRemainder, liquidated ann 0 limit 1155 fee 0
  `));

  test('margin that comes meanwhile ends it', () =>
    play(`
    fund gets 1000               -> ok
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    index 90                     -> ok, mark 90, done ann2 iocRemainder, liquidated ann 0 limit 81 fee 0
    ann brings 100               -> ok
    index 90                     -> ok, mark 90
    ann position                 -> long 5 @ 100, unrealised -50, fees 1
  `));

  test('a price that comes back does, too', () =>
    play(`
    fund gets 1000               -> ok
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    index 90                     -> ok, mark 90, done ann2 iocRemainder, liquidated ann 0 limit 81 fee 0
    index 98                     -> ok, mark 98
    ann position                 -> long 5 @ 100, unrealised -10, fees 1
  `));
});

describe('hedge legs', () => {
  test('close each other at the mark; if that is enough it ends there', () =>
    play(`
    ann brings 60                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann hedge                    -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100 leg=long   -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 3 @ 100            -> ok, rests bob2 3
    ann shorts 3 @ 100 leg=short -> ok, trade 3@100 bob2, done bob2 filled, done ann2 filled
    # 58.4 + (412.25 − 500) + (300 − 262.65) = 8
    index 85                     -> ok, mark 85
    # 58.4 + (388 − 500) + (300 − 247.2) = −0.8
    index 80                     -> ok, mark 80, offset 3@80
    ann position leg=long        -> long 2 @ 100, unrealised -40, profit -60, fees 1
    ann position leg=short       -> none
    ann USD                      -> 58.4
  `));

  test('if it is not, the rest is closed', () =>
    play(`
    ann brings 60                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann hedge                    -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100 leg=long   -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 1 @ 100            -> ok, rests bob2 1
    ann shorts 1 @ 100 leg=short -> ok, trade 1@100 bob2, done bob2 filled, done ann2 filled
    bob longs 4 @ 88             -> ok, rests bob3 4
    # 58.8 + 421.95 − 500 + 100 − 89.61 = −8.86; of one leg 58.8 + 337.56 − 400 = −3.64
    index 87                     -> ok, mark 87, offset 1@87, trade 4@88 bob3, done bob3 filled, done ann3 filled, liquidated ann 4 limit 86 fee 3.52
    ann position leg=long        -> none
    ann USD                      -> 7.28
  `));

  test('isolated legs do not', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann hedge                    -> ok
    ann isolated                 -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100 leg=long   -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 100            -> ok, rests bob2 5
    ann shorts 5 @ 100 leg=short -> ok, trade 5@100 bob2, done bob2 filled, done ann2 filled
    bob longs 5 @ 97             -> ok, rests bob3 5
    index 97                     -> ok, mark 97, trade 5@97 bob3, done bob3 filled, done ann3 filled, liquidated ann 5 limit 95 fee 4.85
    ann position leg=short       -> short 5 @ 100, margin 25, unrealised 15, fees 1
  `));
});

describe('automatic margin', () => {
  test('brings an isolated position back to its initial margin', () =>
    play(`
    ann brings 76                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann auto on                  -> ok
    index 98                     -> ok, mark 98
    # 24.25 needed, 10 left of 25
    index 97                     -> ok, mark 97
    ann position                 -> long 5 @ 100, margin 39.25, unrealised -15, fees 1
    ann USD                      -> 35.75 held 39.25
    ann auto off                 -> ok
    bob longs 5 @ 94             -> ok, rests bob2 5
    index 95                     -> ok, mark 95
    index 94                     -> ok, mark 94, trade 5@94 bob2, done bob2 filled, done ann2 filled, liquidated ann 5 limit 93 fee 4.7
  `));

  test('takes what there is, and that may not be enough', () =>
    play(`
    ann brings 27                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann auto on                  -> ok
    bob longs 5 @ 95             -> ok, rests bob2 5
    index 97                     -> ok, mark 97, trade 5@95 bob2, done bob2 filled, done ann2 filled, liquidated ann 5 limit 95 fee 1
    ann USD                      -> 0
  `));
});

describe('an index that is stale', () => {
  test('an account with a position in such a contract waits', () =>
    play(`
    ann brings 52                -> ok
    bob brings 1000              -> ok
    index 100 ETH 100            -> ok, mark 100, mark ETH 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    bob shorts 5 ETH @ 100       -> ok, rests bob2 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann longs 5 ETH @ 100        -> ok, trade 5@100 bob2, done bob2 filled, done ann2 filled
    bob longs 5 ETH @ 95         -> ok, rests bob3 5
    later 60000
    index ETH 95                 -> ok, mark 100, mark ETH 100, mark ETH 95
    index ETH 94                 -> ok, mark ETH 94
    index 100                    -> ok, mark 100, trade 5@95 bob3, done bob3 filled, done ann3 filled, liquidated ann 5 limit 90 fee 4.75
  `));

  test('an isolated position of another contract does not', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100 ETH 100            -> ok, mark 100, mark ETH 100
    ann isolated                 -> ok
    ann isolated ETH             -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    bob shorts 5 ETH @ 100       -> ok, rests bob2 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann longs 5 ETH @ 100        -> ok, trade 5@100 bob2, done bob2 filled, done ann2 filled
    bob longs 5 ETH @ 97         -> ok, rests bob3 5
    later 60000
    index ETH 97                 -> ok, mark 100, mark ETH 100, mark ETH 97, trade 5@97 bob3, done bob3 filled, done ann3 filled, liquidated ann 5 limit 95 fee 4.85
  `));
});
