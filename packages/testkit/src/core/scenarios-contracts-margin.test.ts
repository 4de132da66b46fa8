/** Margin: what positions and orders need, what is free, what may leave; leverage, modes, isolated margin. */
import { describe, test } from 'vitest';
import { play } from './futures-scenario.ts';

describe('needed and free', () => {
  test('the reach is the larger of what a position may become', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 5000              -> ok
    index 100                    -> ok, mark 100
    ann leverage 10              -> ok
    # buys 500, sells 400: the larger counts
    ann longs 5 @ 100            -> ok, rests ann1 5
    ann free                     -> 950
    ann shorts 4 @ 101           -> ok, rests ann2 4
    ann free                     -> 950
    ann shorts 4 @ 102           -> ok, rests ann3 4
    # sells of 404 and 408 now reach further: 812
    ann free                     -> 918.8
    bob shorts 5 @ 100           -> ok, trade 5@100 ann1, done ann1 filled, done bob1 filled
    # long 5 and sells: 500 against 812 − 500 = 312; a maker's fee of 0.5
    ann free                     -> 949.5
    ann longs 1 @ 100            -> ok, rests ann4 1
    ann free                     -> 939.5
  `));

  test('reduce-only orders do not count; an order of a hedge leg counts for its leg', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 5000              -> ok
    index 100                    -> ok, mark 100
    ann leverage 10              -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann free                     -> 949
    ann shorts 5 @ 103 reduce    -> ok, rests ann2 5
    ann free                     -> 949
    ann cancels ann2             -> ok, done ann2 cancelled
    bob longs 5 @ 100            -> ok, rests bob2 5
    ann closes all               -> ok, trade 5@100 bob2, done bob2 filled, done ann3 filled
    ann hedge                    -> ok
    ann longs 5 @ 99 leg=long    -> ok, rests ann4 5
    ann shorts 5 @ 102 leg=short -> ok, rests ann5 5
    # 49.5 and 51: legs do not cancel each other out
    ann free                     -> 897.5
  `));

  test('with isolated margin only what goes beyond the position', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 5000              -> ok
    index 100                    -> ok, mark 100
    ann leverage 10              -> ok
    ann isolated                 -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann free                     -> 949
    ann longs 2 @ 99             -> ok, rests ann2 2
    # 698 reach beyond 500: 19.8
    ann free                     -> 929.2
    ann USD                      -> 949 held 50
  `));

  test('unrealised profit opens positions, but cannot be taken out', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 10 @ 100          -> ok, rests bob1 10
    ann longs 10 @ 100           -> ok, trade 10@100 bob1, done bob1 filled, done ann1 filled
    ann USD                      -> 98
    ann free                     -> 48
    index 110                    -> ok, mark 110
    # profit 100, 55 needed
    ann free                     -> 143
    ann spare                    -> 43
    ann takes 43.0001            -> notWithdrawable 430000 430001
    ann takes 43                 -> ok
    ann spare                    -> 0
    ann free                     -> 100
  `));

  test('unrealised loss can neither', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 10 @ 100          -> ok, rests bob1 10
    ann longs 10 @ 100           -> ok, trade 10@100 bob1, done bob1 filled, done ann1 filled
    index 98                     -> ok, mark 98
    # 98 less 20 less 49
    ann free                     -> 29
    ann spare                    -> 29
    ann takes 30                 -> notWithdrawable 290000 300000
    ann takes 29                 -> ok
  `));

  test('a loss of an isolated position is its own', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob shorts 10 @ 100          -> ok, rests bob1 10
    ann longs 10 @ 100           -> ok, trade 10@100 bob1, done bob1 filled, done ann1 filled
    index 98                     -> ok, mark 98
    ann free                     -> 48
    ann spare                    -> 48
    ann takes 48                 -> ok
    ann USD                      -> 0 held 50
  `));

  test('only the settle asset comes in', () =>
    play(`
    ann brings 100               -> ok
    ann takes 101                -> notWithdrawable 1000000 1010000
    ann brings 2000000           -> insufficientBalance 9999000000 20000000000
    ann takes 100                -> ok
  `));

  test('values are rounded against the account', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 7                      -> ok, mark 7
    ann leverage 3               -> ok
    bob shorts 1 @ 7             -> ok, rests bob1 1
    ann longs 1 @ 7              -> ok, trade 1@7 bob1, done bob1 filled, done ann1 filled
    # 7 / 3 up to 2.3334; the fee is 0.014
    ann free                     -> 97.6526
  `));
});

describe('leverage', () => {
  test('from 1 to the highest of the lowest tier', () =>
    play(`
    ann brings 100               -> ok
    index 100                    -> ok, mark 100
    ann leverage 0               -> leverageRange 20 0
    ann leverage 21              -> leverageRange 20 21
    ann leverage 1.5             -> leverageRange 20 1.5
    ann leverage 1               -> ok
    ann leverage 20              -> ok
    ann leverage 5 leg=long      -> positionLegUnexpected 0 1
  `));

  test('a higher one must fit the tier that the position is in, orders counted', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 5000              -> ok
    index 100                    -> ok, mark 100
    ann leverage 10              -> ok
    bob shorts 10 @ 100          -> ok, rests bob1 10
    ann longs 10 @ 100           -> ok, trade 10@100 bob1, done bob1 filled, done ann1 filled
    ann leverage 20              -> ok
    ann leverage 10              -> ok
    ann longs 1 @ 99             -> ok, rests ann2 1
    # reach 1,099 beyond the first tier's 1,000
    ann leverage 20              -> positionTier 10000000 10990000
    ann leverage 11              -> positionTier 10000000 10990000
    ann leverage 10              -> ok
  `));

  test('a lower one must be affordable', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 10 @ 100          -> ok, rests bob1 10
    ann longs 10 @ 100           -> ok, trade 10@100 bob1, done bob1 filled, done ann1 filled
    ann leverage 10              -> insufficientMargin 480000 500000
    ann leverage 11              -> ok
    ann free                     -> 7.0909
    # unrealised profit backs it, too: 98 and 100 against 110
    index 110                    -> ok, mark 110
    ann leverage 10              -> ok
  `));

  test('isolated: the margin comes up to the cost at the new leverage', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob shorts 10 @ 100          -> ok, rests bob1 10
    ann longs 10 @ 100           -> ok, trade 10@100 bob1, done bob1 filled, done ann1 filled
    ann leverage 10              -> notWithdrawable 480000 500000
    ann leverage 11              -> ok
    ann position                 -> long 10 @ 100, margin 90.9091, fees 2
    ann leverage 20              -> ok
    ann position                 -> long 10 @ 100, margin 90.9091, fees 2
  `));

  test('of one leg where margin is isolated in hedge mode', () =>
    play(`
    ann brings 100               -> ok
    index 100                    -> ok, mark 100
    ann hedge                    -> ok
    ann leverage 5 leg=long      -> positionLegUnexpected 0 1
    ann isolated                 -> ok
    ann leverage 5 leg=long      -> ok
    bob brings 1000              -> ok
    bob shorts 1 @ 100           -> ok, rests bob1 1
    bob longs 1 @ 99             -> ok, rests bob2 1
    ann longs 1 @ 100 leg=long   -> ok, trade 1@100 bob1, done bob1 filled, done ann1 filled
    ann shorts 1 @ 99 leg=short  -> ok, trade 1@99 bob2, done bob2 filled, done ann2 filled
    ann position leg=long        -> long 1 @ 100, margin 20, fees 0.2
    ann position leg=short       -> short 1 @ 99, margin 4.95, unrealised -1, fees 0.198
    ann leverage 10              -> ok
    ann position leg=short       -> short 1 @ 99, margin 9.9, unrealised -1, fees 0.198
  `));

  test('another one of each leg: of both or of none', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann leverage 5 short 4       -> positionLegUnexpected 0 1
    ann hedge                    -> ok
    ann leverage 5 short 4       -> positionLegUnexpected 0 1
    ann isolated                 -> ok
    ann leverage 5 short 21      -> leverageRange 20 21
    ann leverage 5 short 4       -> ok
    bob shorts 1 @ 100           -> ok, rests bob1 1
    bob longs 1 @ 99             -> ok, rests bob2 1
    ann longs 1 @ 100 leg=long   -> ok, trade 1@100 bob1, done bob1 filled, done ann1 filled
    ann shorts 1 @ 99 leg=short  -> ok, trade 1@99 bob2, done bob2 filled, done ann2 filled
    ann position leg=long        -> long 1 @ 100, margin 20, fees 0.2
    ann position leg=short       -> short 1 @ 99, margin 24.75, unrealised -1, fees 0.198
    # 30 and 74.25 more
    ann leverage 2 short 1       -> notWithdrawable 548520 1042500
    ann position leg=long        -> long 1 @ 100, margin 20, fees 0.2
    ann leverage 2 short 4       -> ok
    ann position leg=long        -> long 1 @ 100, margin 50, fees 0.2
  `));

  test('everywhere: of all contracts or of none', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 5000              -> ok
    index 100 ETH 100            -> ok, mark 100, mark ETH 100
    ann isolated                 -> ok
    ann leverage 21 everywhere   -> leverageRange 20 21
    ann leverage 10 everywhere   -> ok
    bob leverage 10 everywhere   -> ok
    bob shorts 11 ETH @ 100      -> ok, rests bob1 11
    ann longs 11 ETH @ 100       -> ok, trade 11@100 bob1, done bob1 filled, done ann1 filled
    # ETH is beyond the first tier's 1,000
    ann leverage 20 everywhere   -> positionTier 10000000 11000000
    bob shorts 1 @ 100           -> ok, rests bob2 1
    ann longs 1 @ 100            -> ok, trade 1@100 bob2, done bob2 filled, done ann2 filled
    ann position                 -> long 1 @ 100, margin 10, fees 0.2
    ann leverage 5 leg=long everywhere -> positionLegUnexpected 0 1
    ann leverage 5 everywhere    -> ok
    ann position                 -> long 1 @ 100, margin 20, fees 0.2
  `));

  test('everywhere: what each contract alone could afford, all together may not', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100 ETH 100            -> ok, mark 100, mark ETH 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob shorts 5 ETH @ 100       -> ok, rests bob2 5
    ann longs 5 ETH @ 100        -> ok, trade 5@100 bob2, done bob2 filled, done ann2 filled
    ann leverage 10 everywhere   -> insufficientMargin 480000 500000
    ann free                     -> 48
    ann leverage 10 ETH          -> ok
    ann free                     -> 23
  `));
});

describe('modes', () => {
  test('not with a position, an order or a plan', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann one-way                  -> settingUnchanged 0 0
    ann cross                    -> settingUnchanged 0 0
    ann longs 1 @ 99             -> ok, rests ann1 1
    ann isolated                 -> ordersOpen 0 1
    ann hedge                    -> ordersOpen 0 1
    bob shorts 1 @ 99            -> ok, trade 1@99 ann1, done ann1 filled, done bob1 filled
    ann isolated                 -> positionOpen 0 1
    ann hedge                    -> positionOpen 0 1
    bob longs 1 @ 99             -> ok, rests bob2 1
    ann closes all               -> ok, trade 1@99 bob2, done bob2 filled, done ann2 filled
    ann plans buy 1 when last at 90 -> ok, waits ann3
    ann hedge                    -> plansOpen 0 1
    ann isolated                 -> ok
    ann cancels all plans        -> ok, plan ann3 cancelled
    ann hedge                    -> ok
  `));

  test('the mode of one contract is its own; the position mode is of all', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100 ETH 100            -> ok, mark 100, mark ETH 100
    bob shorts 1 ETH @ 100       -> ok, rests bob1 1
    ann longs 1 ETH @ 100        -> ok, trade 1@100 bob1, done bob1 filled, done ann1 filled
    ann isolated                 -> ok
    ann isolated ETH             -> positionOpen 0 1
    ann hedge                    -> positionOpen 0 1
  `));
});

describe('isolated margin', () => {
  test('added and removed while it covers initial margin and loss', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann adds 1 margin            -> positionNotFound 0 0
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann isolated                 -> ok
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann adds 0 margin            -> amountRange 9007199254740991 0
    ann adds 74.0001 margin      -> notWithdrawable 740000 740001
    ann adds 74 margin           -> ok
    ann position                 -> long 5 @ 100, margin 99, fees 1
    ann USD                      -> 0 held 99
    ann removes 74.0001 margin   -> marginBelowNeeded 740000 740001
    index 98                     -> ok, mark 98
    # 24.5 needed and 10 lost
    ann removes 64.5001 margin   -> marginBelowNeeded 645000 645001
    index 104                    -> ok, mark 104
    # 26 needed; a profit stays
    ann removes 73.0001 margin   -> marginBelowNeeded 730000 730001
    ann removes 73 margin        -> ok
    ann position                 -> long 5 @ 100, margin 26, unrealised 20, fees 1
  `));

  test('not with cross margin', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann adds 1 margin            -> notIsolated 0 0
    ann auto on                  -> notIsolated 0 0
    ann adds 1 margin leg=long   -> positionNotFound 0 1
    ann adds 1 margin ETH        -> positionNotFound 0 0
  `));
});
