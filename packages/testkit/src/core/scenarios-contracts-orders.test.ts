/** Orders of contracts: what each check refuses, with its limit and value, and reduce-only orders. */
import { describe, test } from 'vitest';
import { play } from './futures-scenario.ts';

describe('refusals', () => {
  test('before the first index nothing opens', () =>
    play(`
    ann brings 100               -> ok
    ann longs 1 @ 100            -> indexStale 0 0
    ann longs 1 at market        -> noLiquidity 0 0
  `));

  test('options that are not known; legs', () =>
    play(`
    ann brings 100               -> ok
    index 100                    -> ok, mark 100
    ann longs 1 @ 100 bits 32    -> optionsUnknown 31 32
    ann longs 1 @ 100 leg=long   -> positionLegUnexpected 0 1
    ann longs 1 @ 100 bits 6     -> positionLegUnexpected 0 3
    ann hedge                    -> ok
    ann longs 1 @ 100            -> positionLegMissing 1 0
    ann longs 1 @ 100 bits 6     -> positionLegMissing 1 3
  `));

  test('what every order must satisfy comes first; the band is around the mark', () =>
    play(
      `
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 1000                   -> ok, mark 1000
    ann leverage 5               -> ok
    bob leverage 5               -> ok
    ann longs 1 @ 1000           -> quantityTooSmall 2 1
    ann longs 11 @ 1000          -> quantityTooLarge 10 11
    ann longs 2 @ 0              -> priceRange 9007199254740991 0
    ann longs 2 @ 200            -> notionalTooSmall 5000000 4000000
    ann longs 2 @ 1101           -> priceBandHigh 1100 1101
    ann shorts 2 @ 899           -> priceBandLow 900 899
    bob shorts 2 @ 1100          -> ok, rests bob1 2
    bob shorts 2 @ 1100          -> openOrdersInstrument 1 2
    ann longs 2 @ 1000 tp=999    -> triggerWouldFireNow 1000 999
    ann longs 2 @ 1000 sl=1000   -> triggerWouldFireNow 1000 1000
    ann longs 2 @ 1100 post      -> postOnlyWouldTake 1100 1100
    ann longs 3 @ 1100 fok       -> fokNotFillable 2 3
    ann shorts 2 at market       -> noLiquidity 0 0
    ann longs 2 @ 1000 id=a      -> ok, rests ann1 2
    ann longs 2 @ 1000 id=a      -> clientIdDuplicate 0 ann1
  `,
      {},
      { quantityMin: 2, quantityMax: 10, notionalMin: 5000000, bandPpm: 100000, openOrdersMax: 1 },
    ));

  test('states', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 3 @ 100            -> ok, trade 3@100 bob1, done ann1 filled
    operator reduceOnly          -> ok
    ann longs 1 @ 100            -> instrumentReduceOnly 0 6
    ann shorts 7 @ 100           -> instrumentReduceOnly 0 6
    ann shorts 2 @ 101 reduce    -> ok, rests ann2 2
    ann shorts 3 @ 101           -> ok, rests ann3 3
    bob longs 2 @ 99             -> ok, rests bob2 2
    operator cancelOnly          -> ok
    ann closes all               -> instrumentCancelOnly 0 2
    operator halted              -> ok
    ann closes all               -> instrumentHalted 0 3
    operator postOnly            -> ok
    ann shorts 1 @ 99            -> instrumentPostOnly 0 1
    operator open                -> ok
    ann closes all               -> ok, trade 2@99 bob2, done bob2 filled, done ann4 noLiquidity, amended ann2 1@101 kept
  `));

  test("the largest tier whose leverage is not below the account's", () =>
    play(`
    ann brings 2000              -> ok
    bob brings 5000              -> ok
    index 100                    -> ok, mark 100
    ann longs 11 @ 100           -> positionTier 10000000 11000000
    ann longs 10 @ 100           -> ok, rests ann1 10
    ann shorts 11 @ 101          -> positionTier 10000000 11110000
    ann longs 1 @ 50             -> positionTier 10000000 10500000
    ann cancels ann1             -> ok, done ann1 cancelled
    ann leverage 10              -> ok
    ann longs 50 @ 100           -> ok, rests ann2 50
    ann longs 1 @ 50             -> positionTier 50000000 50500000
    ann leverage 5               -> ok
    ann longs 1 @ 100            -> ok, rests ann3 1
  `));

  test('open interest', () =>
    play(
      `
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 6 @ 100            -> openInterest 5 6
    ann longs 4 @ 100            -> ok, trade 4@100 bob1, done ann1 filled
    ann longs 2 @ 100            -> openInterest 5 6
    ann longs 1 @ 100            -> ok, trade 1@100 bob1, done bob1 filled, done ann2 filled
    ann closes all @ 101         -> ok, rests ann3 5
    # a short position opens against the long one
    bob longs 1 @ 101            -> ok, trade 1@101 ann3, done bob2 filled
  `,
      { openInterestMax: 5 },
    ));

  test('what is needed, what it loses at once and its fee are more than free', () =>
    play(`
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    # 25 and a fee of 1
    ann takes 0.0001             -> ok
    ann longs 5 @ 100            -> insufficientMargin 259999 260000
    ann brings 0.0001            -> ok
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann free                     -> 0
  `));

  test('the loss at once counts; better prices do not help', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 2 @ 104           -> ok, rests bob1 2
    bob shorts 2 @ 106           -> ok, rests bob2 2
    # 4 and 6 lots of loss: 8 + 12 = 20; margin 420 / 20 = 21; fee 0.84
    ann takes 58.1601            -> ok
    ann longs 4 @ 106            -> insufficientMargin 418399 418400
    ann brings 0.0001            -> ok
    ann longs 4 at market        -> ok, trade 2@104 bob1, done bob1 filled, trade 2@106 bob2, done bob2 filled, done ann1 filled
  `));

  test('a waiting order at a worse price must be kept by the margin that it brings itself', () =>
    play(`
    ann brings 1000              -> ok
    index 100                    -> ok, mark 100
    # 5 · 102 / 20 = 25.5 against 10 lost, and 15 to keep 500
    ann longs 5 @ 102            -> ok, rests ann1 5
    ann cancels ann1             -> ok, done ann1 cancelled
    ann longs 5 @ 103            -> insufficientMargin 257500 300000
    ann longs 5 @ 103 ioc        -> ok, done ann2 iocRemainder
    ann leverage 17              -> ok
    ann longs 5 @ 103            -> ok, rests ann3 5
    ann cancels ann3             -> ok, done ann3 cancelled
    ann shorts 5 @ 97            -> insufficientMargin 285295 300000
    ann shorts 5 @ 98            -> ok, rests ann4 5
  `));

  test('with isolated margin also one that trades at once', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob shorts 5 @ 103           -> ok, rests bob1 5
    ann longs 5 @ 103 ioc        -> insufficientMargin 257500 300000
    ann longs 5 at market        -> insufficientMargin 257500 300000
    ann leverage 17              -> ok
    ann longs 5 at market        -> ok, trade 5@103 bob1, done bob1 filled, done ann1 filled
    ann position                 -> long 5 @ 103, margin 30.2942, unrealised -15, fees 1.03
  `));

  test('a closing order may not lose more than the equity behind its position', () =>
    play(`
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 94             -> ok, rests bob2 5
    # 25 of equity, 30 lost
    ann closes all               -> closeBeyondBankruptcy 250000 300000
    ann shorts 5 @ 94 reduce     -> closeBeyondBankruptcy 250000 300000
    ann shorts 5 @ 94            -> closeBeyondBankruptcy 250000 300000
    bob longs 5 @ 96             -> ok, rests bob3 5
    ann closes all               -> ok, trade 5@96 bob3, done bob3 filled, done ann2 filled
    ann USD                      -> 4.04
  `));

  test('a market order is for lots, not for an amount; an OCO is of spot', () =>
    play(`
    ann brings 100               -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> insufficientMargin 0 260000
    ann longs for 100 at market  -> amountRange 0 10000
    ann oco buy 1 @ 90 stop 110  -> unknownInstrument 0 1
    ann cancels ann9             -> orderNotFound 0 0
  `));
});

describe('index', () => {
  test('old for 10 seconds: the mark is the index; for 60: nothing opens', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 2 @ 100            -> ok, trade 2@100 bob1, done ann1 filled
    wait 9999                    -> ok
    wait 1                       -> ok, mark 100
    ann longs 1 @ 100            -> ok, trade 1@100 bob1, done ann2 filled
    wait 49999                   -> ok
    ann longs 1 @ 100            -> ok, trade 1@100 bob1, done ann3 filled
    wait 1                       -> ok, mark 100
    ann longs 1 @ 100            -> indexStale 0 1000
    bob longs 4 @ 99             -> ok, rests bob2 4
    ann shorts 1 @ 99            -> ok, trade 1@99 bob2, done ann4 filled
    ann closes all               -> ok, trade 3@99 bob2, done bob2 filled, done ann5 filled
    index 100                    -> ok, mark 100
    ann longs 1 @ 100            -> ok, trade 1@100 bob1, done bob1 filled, done ann6 filled
  `));
});

describe('reduce-only', () => {
  test('only against a position, cut to what is left', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann shorts 1 @ 101 reduce    -> reduceOnlyNothing 0 1
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann longs 1 @ 99 reduce      -> reduceOnlyNothing 0 1
    ann shorts 3 @ 104 reduce    -> ok, rests ann2 3
    ann shorts 3 @ 105 reduce    -> ok, rests ann3 2
    ann shorts 1 @ 106 reduce    -> reduceOnlyNothing 0 1
    # one that does not rest may close all
    bob longs 2 @ 99             -> ok, rests bob2 2
    ann shorts 9 @ 99 reduce ioc -> ok, trade 2@99 bob2, done bob2 filled, done ann4 iocRemainder, done ann3 positionReduced
    book                         -> - | 104x3
    ann amends ann2 @ 103 to 4   -> reduceOnlyNothing 3 4
    ann amends ann2 @ 103 to 2   -> ok, amended ann2 2@103 moved, rests ann2 2
    ann shorts 5 @ 105 reduce    -> ok, rests ann5 1
    ann replaces ann5 @ 104 with 9 -> ok, done ann5 replaced, rests ann6 1
  `));

  test('a replacement without a size takes what remains', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann longs 6 @ 99             -> ok, rests ann1 6
    bob shorts 2 @ 99            -> ok, trade 2@99 ann1, done bob1 filled
    ann replaces ann1 @ 98 with 0 -> ok, done ann1 replaced, rests ann2 4
    book                         -> 98x4 | -
  `));

  test('a position that shrinks cuts its newest orders', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 6 @ 100           -> ok, rests bob1 6
    ann longs 6 @ 100            -> ok, trade 6@100 bob1, done bob1 filled, done ann1 filled
    ann shorts 2 @ 103 reduce    -> ok, rests ann2 2
    ann shorts 2 @ 104 reduce    -> ok, rests ann3 2
    ann shorts 2 @ 105 reduce    -> ok, rests ann4 2
    bob longs 3 @ 100            -> ok, rests bob2 3
    ann shorts 3 @ 100           -> ok, trade 3@100 bob2, done bob2 filled, done ann5 filled, done ann4 positionReduced, amended ann3 1@104 kept
    book                         -> - | 103x2 104x1
  `));

  test('a sweep takes no more of it than is left to close', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    cat brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann shorts 3 @ 101           -> ok, rests ann2 3
    ann shorts 5 @ 102 reduce    -> ok, rests ann3 5
    cat longs 8 @ 102            -> ok, trade 3@101 ann2, done ann2 filled, trade 2@102 ann3, done ann3 positionReduced, rests cat1 3
    ann position                 -> none
    cat position                 -> long 5 @ 101.4, unrealised -7, fees 1.014
  `));

  test('fill-or-kill counts of it what a sweep would leave to close, all or nothing', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    cat brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann shorts 3 @ 101           -> ok, rests ann2 3
    ann shorts 5 @ 102 reduce    -> ok, rests ann3 5
    cat longs 8 @ 102 fok        -> fokNotFillable 5 8
    cat longs 6 @ 102 fok        -> fokNotFillable 5 6
    book                         -> - | 101x3 102x5
    bob shorts 1 @ 103           -> ok, rests bob2 1
    cat longs 6 @ 103 fok        -> ok, trade 3@101 ann2, done ann2 filled, trade 2@102 ann3, done ann3 positionReduced, trade 1@103 bob2, done bob2 filled, done cat1 filled
    ann position                 -> none
  `));

  test('fill-or-kill past one of a position that the sweep has turned around', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    cat brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann shorts 6 @ 101           -> ok, rests ann2 6
    ann shorts 5 @ 102 reduce    -> ok, rests ann3 5
    cat longs 7 @ 102 fok        -> fokNotFillable 6 7
    cat longs 6 @ 102 fok        -> ok, trade 6@101 ann2, done ann2 filled, done cat1 filled, done ann3 positionReduced
    ann position                 -> short 1 @ 101, unrealised 1, fees 0.101
  `));

  test('fill-or-kill that meets the own position has all of its reduce-only order', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann shorts 2 @ 101           -> ok, rests ann2 2
    ann shorts 5 @ 102 reduce    -> ok, rests ann3 5
    ann leverage 10              -> ok
    ann longs 8 @ 102 fok        -> fokNotFillable 7 8
    ann longs 7 @ 102 fok        -> ok, trade 2@101 ann2, done ann2 filled, trade 5@102 ann3, done ann3 filled, done ann4 filled
  `));

  test('what a sweep passes over does not make its price better', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    dan brings 1000              -> ok
    cat brings 66                -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann shorts 4 @ 100           -> ok, rests ann2 4
    ann shorts 5 @ 100 reduce    -> ok, rests ann3 5
    dan shorts 5 @ 105           -> ok, rests dan1 5
    # 5 at 100 and 4 at 105: 920 / 20 = 46, 20 lost, a fee of 1.84; 9 at 100 would be 45
    cat longs 9 @ 105 ioc        -> insufficientMargin 660000 678400
    cat brings 1.84              -> ok
    cat longs 9 @ 105 ioc        -> ok, trade 4@100 ann2, done ann2 filled, trade 1@100 ann3, done ann3 positionReduced, trade 4@105 dan1, done cat1 filled
    cat position                 -> long 9 @ 102.2222, unrealised -20, fees 1.84
  `));

  test('nor does an own order that prevention of self-trade takes out', () =>
    play(`
    ann brings 41.8399           -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann shorts 1 @ 100           -> ok, rests ann1 1
    bob shorts 4 @ 105           -> ok, rests bob1 4
    # 420 / 20 = 21 of which 5 are there, 20 lost, a fee of 0.84
    ann longs 4 @ 105 ioc stp=maker -> insufficientMargin 368399 368400
    ann brings 0.0001            -> ok
    ann longs 4 @ 105 ioc stp=maker -> ok, prevented ann1 1, done ann1 selfTrade, trade 4@105 bob1, done bob1 filled, done ann2 filled
  `));

  test('in hedge mode every order against its leg is one', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann hedge                    -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100 leg=long   -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann shorts 9 @ 103 leg=long  -> ok, rests ann2 5
    ann shorts 1 @ 104 leg=long  -> reduceOnlyNothing 0 1
    # reduce-only says nothing of an opening order there
    ann longs 1 @ 99 leg=long reduce -> ok, rests ann3 1
  `));
});
