/** Orders as a trader sees them: types, times in force, self-trade prevention, changes, refusals. */
import type { InstrumentLimits } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { Scenario } from './scenario.ts';

function play(table: string, limits: Partial<InstrumentLimits> = {}): void {
  const { expected, actual } = new Scenario(limits).run(table);
  expect(actual).toEqual(expected);
}

describe('limit and market orders', () => {
  test('price-time priority, maker price, fees in what is received', () =>
    play(`
    ann sells 5 @ 101            -> ok, rests ann1 5
    bob sells 5 @ 100            -> ok, rests bob1 5
    cat sells 5 @ 100            -> ok, rests cat1 5
    ann BTC                      -> 995 held 5
    dan buys 7 @ 101             -> ok, trade 5@100 bob1, done bob1 filled, trade 2@100 cat1, done dan1 filled
    book                         -> - | 100x3 101x5
    last                         -> 100
    dan BTC                      -> 1006.993
    dan USDT                     -> 99300
    bob USDT                     -> 100499.5
    cat BTC                      -> 995 held 3
    cat USDT                     -> 100199.8
  `));

  test('the rest of a limit order waits; its price improvement stays with the taker', () =>
    play(`
    ann sells 2 @ 90             -> ok, rests ann1 2
    bob buys 5 @ 100             -> ok, trade 2@90 ann1, done ann1 filled, rests bob1 3
    bob USDT                     -> 99520 held 300
    book                         -> 100x3 | -
  `));

  test('immediate-or-cancel, fill-or-kill, post-only', () =>
    play(`
    ann sells 4 @ 100            -> ok, rests ann1 4
    bob buys 6 @ 100 fok         -> fokNotFillable 4 6
    bob buys 6 @ 100 ioc         -> ok, trade 4@100 ann1, done ann1 filled, done bob1 iocRemainder
    bob buys 6 @ 100 ioc         -> ok, done bob2 iocRemainder
    ann sells 4 @ 100 post       -> ok, rests ann2 4
    bob buys 4 @ 100 post        -> postOnlyWouldTake 100 100
    bob buys 4 @ 100 fok         -> ok, trade 4@100 ann2, done ann2 filled, done bob3 filled
    bob buys 4 @ 99 post         -> ok, rests bob4 4
    ann sells 4 @ 99 post        -> postOnlyWouldTake 99 99
  `));

  test('market orders by quantity, by amount, into an empty book, up to the band', () =>
    play(`
    bob buys 1 at market         -> noLiquidity 0 0
    ann sells 3 @ 100            -> ok, rests ann1 3
    ann sells 3 @ 140            -> ok, rests ann2 3
    ann sells 9 @ 160            -> ok, rests ann3 9
    bob buys 1 at market         -> ok, trade 1@100 ann1, done bob1 filled
    bob buys for 340 at market   -> ok, trade 2@100 ann1, done ann1 filled, trade 1@140 ann2, done bob2 filled
    bob buys for 139.99 at market -> ok, done bob3 budgetSpent
    bob buys 5 at market         -> ok, trade 2@140 ann2, done ann2 filled, trade 3@160 ann3, done bob4 filled
    dan sells 5 @ 60             -> priceBandLow 80 60
    cat buys 1 @ 85              -> ok, rests cat1 1
    dan sells 5 at market        -> ok, trade 1@85 cat1, done cat1 filled, done dan1 noLiquidity
    bob buys 2 at market         -> ok, done bob5 bandReached
  `));
});

describe('self-trade prevention (published scenarios A to F, quantities × 10)', () => {
  test('A: none lets the user trade with itself', () =>
    play(`
    ann buys 10 @ 10             -> ok, rests ann1 10
    ann sells 10 @ 10            -> ok, trade 10@10 ann1, done ann1 filled, done ann2 filled
  `));
  test('B: cancel maker clears the way and the taker rests', () =>
    play(`
    ann buys 12 @ 12             -> ok, rests ann1 12
    ann buys 13 @ 11             -> ok, rests ann2 13
    ann buys 81 @ 10             -> ok, rests ann3 81
    ann sells 30 @ 10 stp=maker  -> ok, prevented ann1 12, done ann1 selfTrade, prevented ann2 13, done ann2 selfTrade, prevented ann3 30, done ann3 selfTrade, rests ann4 30
    book                         -> - | 10x30
    ann USDT                     -> 100000
  `));
  test('C: cancel taker leaves the makers', () =>
    play(`
    ann buys 12 @ 12             -> ok, rests ann1 12
    ann buys 13 @ 11             -> ok, rests ann2 13
    ann buys 81 @ 10             -> ok, rests ann3 81
    ann sells 30 @ 10 stp=taker  -> ok, prevented ann1 12, done ann4 selfTrade
    book                         -> 12x12 11x13 10x81 | -
  `));
  test('D: cancel both', () =>
    play(`
    ann buys 10 @ 10             -> ok, rests ann1 10
    ann sells 30 @ 10 stp=both   -> ok, prevented ann1 10, done ann1 selfTrade, done ann2 selfTrade
    book                         -> - | -
  `));
  test('E: cancel taker, equal sizes', () =>
    play(`
    ann buys 10 @ 10             -> ok, rests ann1 10
    ann sells 10 @ 10 stp=taker  -> ok, prevented ann1 10, done ann2 selfTrade
    book                         -> 10x10 | -
  `));
  test('F: cancel maker by a market order ends without liquidity, not as a self-trade', () =>
    play(`
    ann buys 10 @ 10             -> ok, rests ann1 10
    ann sells 10 at market stp=maker -> ok, prevented ann1 10, done ann1 selfTrade, done ann2 noLiquidity
  `));
  test('strangers trade, own orders behind them do not; fill-or-kill counts only strangers', () =>
    play(`
    bob sells 2 @ 100            -> ok, rests bob1 2
    ann sells 2 @ 100            -> ok, rests ann1 2
    bob sells 2 @ 101            -> ok, rests bob2 2
    ann buys 4 @ 100 fok stp=maker -> fokNotFillable 2 4
    ann buys 4 @ 101 fok stp=taker -> fokNotFillable 2 4
    ann buys 4 @ 101 fok stp=maker -> ok, trade 2@100 bob1, done bob1 filled, prevented ann1 2, done ann1 selfTrade, trade 2@101 bob2, done bob2 filled, done ann2 filled
  `));
});

describe('changing and ending orders', () => {
  test('less keeps the place, more or another price loses it', () =>
    play(`
    ann buys 5 @ 100             -> ok, rests ann1 5
    bob buys 5 @ 100             -> ok, rests bob1 5
    ann amends ann1 to 3         -> ok, amended ann1 3@100 kept
    cat sells 1 @ 100            -> ok, trade 1@100 ann1, done cat1 filled
    ann amends ann1 to 1         -> amendBelowFilled 1 1
    ann amends ann1 to 3         -> amendNothing 3 3
    ann amends ann1 to 6         -> ok, amended ann1 5@100 moved, rests ann1 5
    cat sells 1 @ 100            -> ok, trade 1@100 bob1, done cat2 filled
    bob amends bob1 to 5 @ 99    -> ok, amended bob1 4@99 moved, rests bob1 4
    book                         -> 100x5 99x4 | -
    ann USDT                     -> 99400 held 500
  `));

  test('an amend may take, and may end the order', () =>
    play(`
    ann buys 5 @ 100             -> ok, rests ann1 5
    bob sells 2 @ 103            -> ok, rests bob1 2
    ann amends ann1 to @ 103     -> ok, amended ann1 5@103 moved, trade 2@103 bob1, done bob1 filled, rests ann1 3
    bob sells 9 @ 104            -> ok, rests bob2 9
    ann amends ann1 to @ 104     -> ok, amended ann1 3@104 moved, trade 3@104 bob2, done ann1 filled
    ann USDT                     -> 99482
  `));

  test('a post-only order stays post-only when amended', () =>
    play(`
    ann buys 5 @ 100 post        -> ok, rests ann1 5
    bob sells 2 @ 103            -> ok, rests bob1 2
    ann amends ann1 to @ 103     -> postOnlyWouldTake 103 103
    ann amends ann1 to @ 102     -> ok, amended ann1 5@102 moved, rests ann1 5
  `));

  test('cancel-replace, cancel, cancel all; strangers cannot', () =>
    play(`
    ann buys 5 @ 100 id=x        -> ok, rests ann1 5
    ann replaces ann1 with 6 @ 101 id=y -> ok, done ann1 replaced, rests ann2 6
    ann replaces ann1 with 6 @ 101 -> orderNotFound 0 1
    ann replaces ann2 with 9999 @ 101 -> quantityTooLarge 1000 9999
    bob cancels ann2             -> orderNotFound 0 2
    ann cancels id=y             -> ok, done ann2 cancelled
    ann cancels id=y             -> orderNotFound 0 2
    ann buys 1 @ 100             -> ok, rests ann3 1
    ann sells 1 @ 101            -> ok, rests ann4 1
    bob buys 1 @ 100             -> ok, rests bob1 1
    ann cancels all              -> ok, done ann3 cancelled, done ann4 cancelled
    book                         -> 100x1 | -
    ann USDT                     -> 100000
    ann BTC                      -> 1000
  `));

  test('a client id names one order until a day after its end', () =>
    play(`
    ann buys 5 @ 100 id=x        -> ok, rests ann1 5
    ann buys 5 @ 100 id=x        -> clientIdDuplicate 0 ann1
    bob buys 5 @ 100 id=x        -> ok, rests bob1 5
    ann buys 9999 @ 100 id=y     -> quantityTooLarge 1000 9999
    ann buys 1 @ 100 id=y        -> ok, rests ann2 1
    ann cancels id=x             -> ok, done ann1 cancelled
    ann buys 5 @ 100 id=x        -> clientIdDuplicate 0 ann1
    wait 86399999                -> ok
    ann buys 5 @ 100 id=x        -> clientIdDuplicate 0 ann1
    wait 1                       -> ok
    ann buys 5 @ 100 id=x        -> ok, rests ann3 5
  `));

  test('the dead-man switch cancels everything unless it is renewed', () =>
    play(`
    ann buys 5 @ 100             -> ok, rests ann1 5
    bob buys 5 @ 100             -> ok, rests bob1 5
    ann countdown 86400001       -> countdownRange 86400000 86400001
    ann countdown 1000           -> ok
    wait 999                     -> ok
    ann countdown 1000           -> ok
    wait 999                     -> ok
    wait 1                       -> ok, done ann1 countdown
    bob countdown 500            -> ok
    bob countdown 0              -> ok
    wait 1000                    -> ok
    book                         -> 100x5 | -
  `));
});

describe('refusals carry the limit and the value', () => {
  test('price, quantity, notional, band', () =>
    play(
      `
    ann buys 1 @ 0               -> priceRange 9007199254740991 0
    ann buys 1 @ 1.5             -> priceRange 9007199254740991 1.5
    ann buys 1 @ 100             -> quantityTooSmall 2 1
    ann buys 51 @ 100            -> quantityTooLarge 50 51
    ann buys 2 @ 49              -> notionalTooSmall 10000 9800
    ann buys 2 @ 90071992547409  -> notionalTooLarge 9007199254740991 18014398509481800
    ann buys 2 @ 50              -> ok, rests ann1 2
    bob sells 2 @ 50             -> ok, trade 2@50 ann1, done ann1 filled, done bob1 filled
    ann buys 2 @ 56              -> priceBandHigh 55 56
    ann buys 2 @ 55              -> ok, rests ann2 2
    ann sells 3 @ 44             -> priceBandLow 45 44
    ann buys for 99.99 at market -> notionalTooSmall 10000 9999
  `,
      {
        quantityMin: 2,
        quantityMax: 50,
        notionalMin: 10_000,
        bandPpm: 100_000,
      },
    ));

  test('money: nothing is taken when it is not enough', () =>
    play(`
    ann buys 1000 @ 101          -> insufficientBalance 10000000 10100000
    ann buys 1000 @ 100          -> ok, rests ann1 1000
    ann buys 1 @ 1               -> insufficientBalance 0 100
    ann sells 1000 @ 200         -> ok, rests ann2 1000
    ann sells 1 @ 200            -> insufficientBalance 0 1000
    bob sells 1 @ 101            -> ok, rests bob1 1
    cat buys for 200000 at market -> insufficientBalance 10000000 20000000
    ann amends ann1 to 999       -> ok, amended ann1 999@100 kept
    ann amends ann1 to 1000      -> ok, amended ann1 1000@100 moved, rests ann1 1000
    ann amends ann1 to @ 101     -> insufficientBalance 10000000 10100000
  `));

  test('open orders of one account in the instrument', () =>
    play(
      `
    ann buys 1 @ 100             -> ok, rests ann1 1
    ann buys 1 @ 100             -> ok, rests ann2 1
    ann buys 1 @ 100             -> openOrdersInstrument 2 3
    ann buys 1 @ 100 ioc         -> ok, done ann3 iocRemainder
    ann replaces ann1 with 2 @ 100 -> ok, done ann1 replaced, rests ann4 2
    bob buys 1 @ 100             -> ok, rests bob1 1
  `,
      { openOrdersMax: 2 },
    ));

  test('instrument states', () =>
    play(`
    ann buys 1 @ 100             -> ok, rests ann1 1
    operator postOnly            -> ok
    ann buys 1 @ 100             -> instrumentPostOnly 0 1
    ann buys 1 @ 100 post        -> ok, rests ann2 1
    bob sells 1 at market        -> instrumentPostOnly 0 1
    operator cancelOnly          -> ok
    ann buys 1 @ 100 post        -> instrumentCancelOnly 0 2
    ann plans sell 1 when last at 90 -> instrumentCancelOnly 0 2
    ann cancels ann2             -> ok, done ann2 cancelled
    operator halted              -> ok
    ann buys 1 @ 100             -> instrumentHalted 0 3
    ann amends ann1 to @ 101     -> instrumentHalted 0 3
    ann cancels ann1             -> ok, done ann1 cancelled
    operator open                -> ok
    ann buys 1 @ 100             -> ok, rests ann3 1
  `));
});
