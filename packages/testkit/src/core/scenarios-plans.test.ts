/** Plans as a trader sees them: trigger, take profit and stop loss, OCO, trailing stop. */
import type { InstrumentLimits } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { Scenario } from './scenario.ts';

function play(table: string, limits: Partial<InstrumentLimits> = {}): void {
  const { expected, actual } = new Scenario(limits).run(table);
  expect(actual).toEqual(expected);
}

describe('trigger orders', () => {
  test('by last price, upwards and downwards, as limit and as market', () =>
    play(`
    operator seeds 100           -> ok
    bob buys 50 @ 90             -> ok, rests bob1 50
    cat sells 50 @ 110           -> ok, rests cat1 50
    ann plans sell 5 when last at 95 -> ok, waits ann1
    ann plans buy 5 when last at 105 then 108 -> ok, waits ann2
    dan sells 1 at market        -> ok, trade 1@90 bob1, done dan1 filled, trade 5@90 bob1, done ann3 filled, plan ann1 executed
    dan buys 1 at market         -> ok, trade 1@110 cat1, done dan2 filled, rests ann4 5, plan ann2 executed
    book                         -> 108x5 90x44 | 110x49
  `));

  test('every price that trades counts, not only the last of a sweep', () =>
    play(`
    operator seeds 90            -> ok
    bob buys 5 @ 100             -> ok, rests bob1 5
    bob buys 5 @ 95              -> ok, rests bob2 5
    ann plans buy 1 when last at 98 then 98 -> ok, waits ann1
    cat sells 7 at market        -> ok, trade 5@100 bob1, done bob1 filled, trade 2@95 bob2, done cat1 filled, rests ann2 1, plan ann1 executed
  `));

  test("every price that trades counts, whatever the taker's own stop loss adds", () =>
    play(`
    operator rules 4             -> ok
    operator seeds 90            -> ok
    bob buys 5 @ 100             -> ok, rests bob1 5
    bob buys 5 @ 95              -> ok, rests bob2 5
    ann plans buy 1 when last at 98 then 98 -> ok, waits ann1
    cat sells 7 at market sl=110 -> ok, trade 5@100 bob1, done bob1 filled, trade 2@95 bob2, done cat1 filled, waits cat2, rests ann2 1, plan ann1 executed
  `));

  test("every price that trades counts, whatever a maker's stop loss adds on the way", () =>
    play(`
    operator rules 4             -> ok
    operator seeds 90            -> ok
    bob buys 5 @ 100 sl=96/96    -> ok, rests bob1 5
    bob buys 5 @ 95              -> ok, rests bob2 5
    ann plans buy 1 when last at 98 then 90 -> ok, waits ann1
    cat sells 7 at market        -> ok, trade 5@100 bob1, done bob1 filled, waits bob3, trade 2@95 bob2, done cat1 filled, rests ann2 1, plan ann1 executed, rests bob4 4, plan bob3 executed
  `));

  test('every price that trades counts, whatever a plan that fires first makes of it', () =>
    play(`
    operator rules 4             -> ok
    operator seeds 97            -> ok
    bob buys 5 @ 100             -> ok, rests bob1 5
    bob buys 5 @ 95              -> ok, rests bob2 5
    bob sells 5 @ 110            -> ok, rests bob3 5
    dan plans sell 1 when last at 96 -> ok, waits dan1
    ann plans buy 1 when last at 98 -> ok, waits ann1
    cat sells 7 at market        -> ok, trade 5@100 bob1, done bob1 filled, trade 2@95 bob2, done cat1 filled, trade 1@110 bob3, done ann2 filled, plan ann1 executed, trade 1@95 bob2, done dan2 filled, plan dan1 executed
  `));

  test('what trades before a plan is there does not set it off', () =>
    play(`
    operator rules 4             -> ok
    operator seeds 97            -> ok
    bob buys 5 @ 100             -> ok, rests bob1 5
    bob buys 5 @ 95 tp=100       -> ok, rests bob2 5
    cat sells 11 at market       -> ok, trade 5@100 bob1, done bob1 filled, trade 5@95 bob2, done bob2 filled, waits bob3, done cat1 noLiquidity
    ann plans buy 1 when last at 96 -> ok, waits ann1
    ann plans sell 1 when last at 94 -> ok, waits ann2
  `));

  test('by mark price: the book moves it without a trade', () =>
    play(`
    operator seeds 100           -> ok
    bob buys 50 @ 90             -> ok, rests bob1 50
    cat sells 50 @ 110           -> ok, rests cat1 50
    ann plans sell 5 when mark at 95 -> ok, waits ann1
    cat sells 50 @ 94            -> ok, rests cat2 50, trade 5@90 bob1, done ann2 filled, plan ann1 executed
  `));

  test('what cannot be carried out fails with its reason', () =>
    play(`
    operator seeds 100           -> ok
    ann plans sell 5 when last at 95 -> ok, waits ann1
    ann plans buy 5 when last at 95 then 200 -> ok, waits ann2
    bob buys 1 @ 94              -> ok, rests bob1 1
    cat sells 1 @ 94             -> ok, trade 1@94 bob1, done bob1 filled, done cat1 filled, plan ann1 failed noLiquidity, plan ann2 failed priceBandHigh
  `));

  test('amend and cancel', () =>
    play(`
    operator seeds 100           -> ok
    bob buys 50 @ 90             -> ok, rests bob1 50
    ann plans sell 5 when last at 80 id=p -> ok, waits ann1
    ann plans sell 5 when last at 80 id=p -> clientIdDuplicate 0 ann1
    bob withdraws-plan ann1      -> planNotFound 0 2
    ann amends-plan ann1 trigger 95 to 7 -> ok
    cat sells 1 at market        -> ok, trade 1@90 bob1, done cat1 filled, trade 7@90 bob1, done ann2 filled, plan ann1 executed
    ann plans sell 5 when last at 80 -> ok, waits ann3
    ann plans sell 6 when last at 80 -> ok, waits ann4
    ann withdraws-plan ann3      -> ok, plan ann3 cancelled
    ann cancels all plans        -> ok, plan ann4 cancelled
  `));

  test('refusals', () =>
    play(`
    ann trails sell 5 by 10000   -> noLastPrice 0 0
    ann oco sell 5 @ 120 stop 90 -> noLastPrice 0 0
    operator seeds 100           -> ok
    ann plans sell 5 when last at 0 -> triggerPriceRange 9007199254740991 0
    ann plans sell 0 when last at 90 -> quantityTooSmall 1 0
    ann plans sell for 100 when last at 90 -> quantityTooSmall 1 0
    ann takes-profit sell 5 at 99 -> triggerWouldFireNow 100 99
    ann stops sell 5 at 101      -> triggerWouldFireNow 100 101
    ann trails sell 5 by 99      -> callbackRange 100 99
    ann trails sell 5 by 500001  -> callbackRange 500000 500001
    ann oco sell 5 @ 99 stop 90  -> ocoPrices 100 99
    ann oco sell 5 @ 120 stop 100 -> ocoPrices 100 100
    ann oco sell 5 @ 120 stop 90 id=a stop-id=a -> clientIdDuplicate 0 0
  `));
});

describe('take profit, stop loss, OCO, trailing', () => {
  test('attached to an entry: they wait for what was filled, one ends the other', () =>
    play(`
    operator seeds 100           -> ok
    bob sells 20 @ 100           -> ok, rests bob1 20
    ann buys 10 @ 100 tp=120 sl=90/85 -> ok, trade 10@100 bob1, done ann1 filled, waits ann2, waits ann3
    cat buys 5 @ 95              -> ok, rests cat1 5
    cat buys 5 @ 90              -> ok, rests cat2 5
    dan sells 6 @ 90             -> ok, trade 5@95 cat1, done cat1 filled, trade 1@90 cat2, done dan1 filled, trade 4@90 cat2, done cat2 filled, rests ann4 5, plan ann3 executed, plan ann2 cancelled
    book                         -> - | 85x5 100x10
  `));

  test('attached to an entry that is cancelled half filled', () =>
    play(`
    operator seeds 100           -> ok
    ann buys 10 @ 100 tp=120     -> ok, rests ann1 10
    bob sells 4 @ 100            -> ok, trade 4@100 ann1, done bob1 filled
    ann cancels ann1             -> ok, done ann1 cancelled, waits ann2
    bob sells 4 @ 120            -> ok, rests bob2 4
    cat buys 9 @ 119             -> ok, rests cat1 9
    cat buys 1 @ 120             -> ok, trade 1@120 bob2, done cat2 filled, trade 3@119 cat1, done ann3 filled, plan ann2 executed
  `));

  test('OCO: the first fill of the limit leg ends the stop', () =>
    play(`
    operator seeds 100           -> ok
    ann oco sell 10 @ 110 stop 90 -> ok, rests ann1 10, waits ann2
    bob buys 1 @ 110             -> ok, trade 1@110 ann1, plan ann2 cancelled, done bob1 filled
    book                         -> - | 110x9
  `));

  test('OCO: the stop cancels the limit leg and takes its money', () =>
    play(`
    operator seeds 100           -> ok
    bob buys 30 @ 90             -> ok, rests bob1 30
    ann oco sell 1000 @ 110 stop 90 -> ok, rests ann1 1000, waits ann2
    cat sells 1 at market        -> ok, trade 1@90 bob1, done cat1 filled, done ann1 ocoOther, trade 29@90 bob1, done bob1 filled, done ann3 noLiquidity, plan ann2 executed
  `));

  test('OCO: cancelling the limit leg ends the stop, a leg that trades on entry never had one', () =>
    play(`
    operator seeds 100           -> ok
    ann oco buy 10 @ 95 stop 105 -> ok, rests ann1 10, waits ann2
    ann cancels ann1             -> ok, done ann1 cancelled, plan ann2 cancelled
    bob sells 4 @ 94             -> ok, rests bob1 4
    ann oco buy 10 @ 95 stop 105 -> ok, trade 4@94 bob1, done bob1 filled, rests ann3 6
    ann amends ann3 to 7         -> ok, amended ann3 3@95 kept
  `));

  test('OCO: an amended leg that trades as a taker ends its stop', () =>
    play(`
    operator seeds 100           -> ok
    bob sells 2 @ 104            -> ok, rests bob1 2
    ann oco buy 10 @ 95 stop 120 -> ok, rests ann1 10, waits ann2
    ann amends ann1 to @ 104     -> ok, amended ann1 10@104 moved, trade 2@104 bob1, done bob1 filled, plan ann2 cancelled, rests ann1 8
  `));

  test('a trailing stop follows the best price and fires on the way back', () =>
    play(`
    operator seeds 100           -> ok
    bob buys 50 @ 60             -> ok, rests bob1 50
    ann trails sell 5 by 100000  -> ok, waits ann1
    cat sells 1 @ 120            -> ok, rests cat1 1
    dan buys 1 @ 120             -> ok, trade 1@120 cat1, done cat1 filled, done dan1 filled
    cat sells 1 @ 109            -> ok, rests cat2 1
    dan buys 1 @ 109             -> ok, trade 1@109 cat2, done cat2 filled, done dan2 filled
    cat sells 1 @ 108            -> ok, rests cat3 1
    dan buys 1 @ 108             -> ok, trade 1@108 cat3, done cat3 filled, done dan3 filled, trade 5@60 bob1, done ann2 filled, plan ann1 executed
  `));

  test('a trailing stop with an activation price waits for it first', () =>
    play(`
    operator seeds 100           -> ok
    bob buys 50 @ 60             -> ok, rests bob1 50
    ann trails sell 5 by 100000 at 110 -> ok, waits ann1
    cat sells 2 @ 80             -> ok, rests cat1 2
    dan buys 1 @ 80              -> ok, trade 1@80 cat1, done dan1 filled
    dan buys 1 @ 80              -> ok, trade 1@80 cat1, done cat1 filled, done dan2 filled
    cat sells 2 @ 112            -> ok, rests cat2 2
    dan buys 2 @ 112             -> ok, trade 2@112 cat2, done cat2 filled, done dan3 filled
    cat sells 1 @ 100            -> ok, rests cat3 1
    dan buys 1 @ 100             -> ok, trade 1@100 cat3, done cat3 filled, done dan4 filled, trade 5@60 bob1, done ann2 filled, plan ann1 executed
  `));

  /** Prices of 100, 94 and 86 below, of 101, 106 and 114 above; ann's stops wake at 95 and at 105. */
  const sleeping = `
    operator seeds 100           -> ok
    bob buys 1 @ 100             -> ok, rests bob1 1
    bob buys 1 @ 94              -> ok, rests bob2 1
    bob buys 9 @ 86              -> ok, rests bob3 9
    cat sells 1 @ 101            -> ok, rests cat1 1
    cat sells 1 @ 106            -> ok, rests cat2 1
    cat sells 9 @ 114            -> ok, rests cat3 9
    ann trails sell 5 by 50000 at 95 -> ok, waits ann1
    ann trails buy 5 by 50000 at 105 -> ok, waits ann2
  `;

  test('a trailing stop that wakes in a sweep counts from the print that woke it', () =>
    play(`
    operator rules 5             -> ok
    ${sleeping}
    dan sells 3 at market        -> ok, trade 1@100 bob1, done bob1 filled, trade 1@94 bob2, done bob2 filled, trade 1@86 bob3, done dan1 filled, trade 5@86 bob3, done ann3 filled, plan ann1 executed
    dan buys 3 at market         -> ok, trade 1@101 cat1, done cat1 filled, trade 1@106 cat2, done cat2 filled, trade 1@114 cat3, done dan2 filled, trade 5@114 cat3, done ann4 filled, plan ann2 executed
  `));

  test('up to rules 4 it counts from the last print of the sweep', () =>
    play(`
    operator rules 4             -> ok
    ${sleeping}
    dan sells 3 at market        -> ok, trade 1@100 bob1, done bob1 filled, trade 1@94 bob2, done bob2 filled, trade 1@86 bob3, done dan1 filled
    dan buys 3 at market         -> ok, trade 1@101 cat1, done cat1 filled, trade 1@106 cat2, done cat2 filled, trade 1@114 cat3, done dan2 filled
  `));
});

describe('while the instrument is not open plans wait', () => {
  /** A mark of 100 between bob and cat; dan's ask holds it there, and goes away after the halt. */
  const market = `
    operator rules 2             -> ok
    operator seeds 120           -> ok
    bob buys 50 @ 90             -> ok, rests bob1 50
    cat sells 50 @ 110           -> ok, rests cat1 50
    dan sells 1 @ 100            -> ok, rests dan1 1
  `;

  test.each(['halted', 'cancelOnly', 'postOnly'])(
    '%s: cancels move the mark price past a stop, it fires when the instrument opens',
    (state) =>
      play(`
      ${market}
      ann plans buy 5 when mark at 105 -> ok, waits ann1
      operator ${state}
      dan cancels dan1             -> ok, done dan1 cancelled
      operator open                -> ok, trade 5@110 cat1, done ann2 filled, plan ann1 executed
    `),
  );

  test('a price that has come back by then sets nothing off', () =>
    play(`
    ${market}
    ann plans buy 5 when mark at 105 -> ok, waits ann1
    operator postOnly            -> ok
    dan cancels dan1             -> ok, done dan1 cancelled
    dan sells 1 @ 100 post       -> ok, rests dan2 1
    operator open                -> ok
    dan cancels dan2             -> ok, done dan2 cancelled, trade 5@110 cat1, done ann2 filled, plan ann1 executed
  `));

  test('from one closed state to another they go on waiting', () =>
    play(`
    ${market}
    ann plans buy 5 when mark at 105 -> ok, waits ann1
    operator halted              -> ok
    dan cancels dan1             -> ok, done dan1 cancelled
    operator postOnly            -> ok
    operator cancelOnly          -> ok
    operator open                -> ok, trade 5@110 cat1, done ann2 filled, plan ann1 executed
  `));

  test('what is refused under the newest rules: rules that are not newer', () =>
    play(`
    operator rules 1             -> parameterRange 1 1
    operator rules 1.5           -> parameterRange 1 1.5
    operator rules 2             -> ok
    operator rules 2             -> parameterRange 2 2
    operator rules 1             -> parameterRange 2 1
  `));

  test('under the first rules they fire and fail', () =>
    play(`
    ${market.replace('operator rules 2             -> ok', '')}
    ann plans buy 5 when mark at 105 -> ok, waits ann1
    ann plans buy 5 when mark at 107 -> ok, waits ann2
    operator halted              -> ok
    dan cancels dan1             -> ok, done dan1 cancelled, plan ann1 failed instrumentHalted, plan ann2 failed instrumentHalted
    operator open                -> ok
  `));

  test('those that are due fire in their order; amended and withdrawn ones are as they were left', () =>
    play(`
    ${market}
    ann plans buy 5 when mark at 108 -> ok, waits ann1
    ann plans buy 6 when mark at 105 -> ok, waits ann2
    ann plans buy 7 when mark at 106 -> ok, waits ann3
    ann plans buy 8 when mark at 107 -> ok, waits ann4
    operator halted              -> ok
    dan cancels dan1             -> ok, done dan1 cancelled
    ann amends-plan ann3 trigger 111 to 7 -> ok
    ann withdraws-plan ann4      -> ok, plan ann4 cancelled
    operator open                -> ok, trade 6@110 cat1, done ann5 filled, plan ann2 executed, trade 5@110 cat1, done ann6 filled, plan ann1 executed
  `));

  test('a trailing stop does not follow a closed market either', () =>
    play(`
    ${market}
    ann trails sell 5 by 100000 mark -> ok, waits ann1
    operator postOnly            -> ok
    dan cancels dan1             -> ok, done dan1 cancelled
    operator open                -> ok
    operator halted              -> ok
    cat cancels cat1             -> ok, done cat1 cancelled
    operator cancelOnly          -> ok
    operator postOnly            -> ok
    cat sells 9 @ 98 post        -> ok, rests cat2 9
    operator open                -> ok, trade 5@90 bob1, done ann2 filled, plan ann1 executed
  `));

  test('the stop of an OCO; its limit leg can be cancelled meanwhile', () =>
    play(`
    ${market}
    eve oco buy 5 @ 95 stop 125  -> ok, rests eve1 5, waits eve2
    ann oco buy 5 @ 95 stop 125  -> ok, rests ann1 5, waits ann2
    ann amends-plan ann2 trigger 120 to 5 -> ok, done ann1 ocoOther, trade 1@100 dan1, done dan1 filled, trade 4@110 cat1, done ann3 filled, plan ann2 executed
    operator halted              -> ok
    eve amends-plan eve2 trigger 100 to 5 -> ok
    operator open                -> ok, done eve1 ocoOther, trade 5@110 cat1, done eve3 filled, plan eve2 executed
    fay oco buy 5 @ 95 stop 125  -> ok, rests fay1 5, waits fay2
    operator halted              -> ok
    fay amends-plan fay2 trigger 100 to 5 -> ok
    fay cancels fay1             -> ok, done fay1 cancelled, plan fay2 cancelled
    operator open                -> ok
  `));

  test('a stop loss that is attached to an entry cancelled in the halt', () =>
    play(`
    operator rules 2             -> ok
    operator seeds 100           -> ok
    bob buys 50 @ 80             -> ok, rests bob1 50
    ann buys 10 @ 100 sl=95      -> ok, rests ann1 10
    cat sells 4 @ 100            -> ok, trade 4@100 ann1, done cat1 filled
    bob buys 1 @ 90              -> ok, rests bob2 1
    operator halted              -> ok
    ann cancels ann1             -> ok, done ann1 cancelled, waits ann2
    ann amends-plan ann2 trigger 101 to 3 -> ok
    operator open                -> ok, trade 1@90 bob2, done bob2 filled, trade 2@80 bob1, done ann3 filled, plan ann2 executed
  `));
});
