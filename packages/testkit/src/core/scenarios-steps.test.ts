/** Steps of price and quantity: what is refused, what stays, and what becomes of what waits. */
import { describe, expect, test } from 'vitest';
import { Scenario } from './scenario.ts';

/** Prices and quantities with one digit: ticks and lots of 0.1, steps of 1 or 10. */
function play(table: string, limits: ConstructorParameters<typeof Scenario>[0] = {}): void {
  const { expected, actual } = new Scenario(limits, 1).run(`operator rules 3 -> ok\n${table}`);
  expect(actual).toEqual(expected);
}

describe('setting steps', () => {
  test('powers of ten up to a whole coin', () =>
    play(`
    operator steps 10 1          -> ok
    operator steps 10 10         -> ok
    operator steps 1 1           -> ok
    operator steps 5 1           -> parameterRange 10 5
    operator steps 100 1         -> parameterRange 10 100
    operator steps 1 100         -> parameterRange 10 100
    operator steps 0 1           -> parameterRange 10 0
    operator steps 1 0.1         -> parameterRange 10 0.1
    operator steps -10 1         -> parameterRange 10 -10
  `));

  test('a quantity on the step must be allowed', () =>
    play(
      `
    operator steps 1 10          -> parameterRange 9 10
  `,
      { quantityMin: 2, quantityMax: 9 },
    ));

  test('not before the rules that know them', () => {
    const { actual } = new Scenario({}, 1).run(`
      operator steps 10 1        -> x
      operator rules 2           -> x
      operator steps 10 1        -> x
      operator rules 3           -> x
      operator steps 10 1        -> x
    `);
    expect(actual.map((line) => line.replace(/.*-> /, ''))).toEqual([
      'parameterRange 1 10',
      'ok',
      'parameterRange 1 10',
      'ok',
      'ok',
    ]);
  });
});

describe('orders', () => {
  test('new ones lie on the steps, whatever their kind', () =>
    play(`
    operator steps 10 10         -> ok
    operator seeds 1000          -> ok
    bob sells 20 @ 1000          -> ok, rests bob1 20
    ann buys 10 @ 995            -> priceStep 10 995
    ann buys 15 @ 990            -> quantityStep 10 15
    ann buys 15 @ 995            -> priceStep 10 995
    ann buys 5 at market         -> quantityStep 10 5
    ann buys 10 @ 995 ioc        -> priceStep 10 995
    ann buys 10 @ 990 tp=1005    -> priceStep 10 1005
    ann buys 10 @ 990 sl=955     -> priceStep 10 955
    ann buys 10 @ 990 tp=1010/1011 -> priceStep 10 1011
    ann buys 10 @ 990 sl=950/949 -> priceStep 10 949
    ann buys 10 @ 990            -> ok, rests ann1 10
    ann buys 10 at market        -> ok, trade 10@1000 bob1, done ann2 filled
  `));

  test('what rests off the steps stays, fills and can be cancelled', () =>
    play(`
    bob sells 13 @ 1003          -> ok, rests bob1 13
    bob sells 7 @ 1004           -> ok, rests bob2 7
    operator steps 10 10         -> ok
    book                         -> - | 1003x13 1004x7
    ann buys 10 @ 1010           -> ok, trade 10@1003 bob1, done ann1 filled
    bob cancels bob2             -> ok, done bob2 cancelled
    ann buys 10 @ 1010           -> ok, trade 3@1003 bob1, done bob1 filled, rests ann2 7
    book                         -> 1010x7 | -
  `));

  test('an amend may leave what it does not change', () =>
    play(`
    bob sells 33 @ 1003          -> ok, rests bob1 33
    operator steps 10 10         -> ok
    bob amends bob1 to 25        -> quantityStep 10 25
    bob amends bob1 to 20        -> ok, amended bob1 20@1003 kept
    bob amends bob1 @ 1005       -> priceStep 10 1005
    bob amends bob1 to 30        -> ok, amended bob1 30@1003 moved, rests bob1 30
    bob amends bob1 to 35        -> quantityStep 10 35
    bob amends bob1 @ 1010       -> ok, amended bob1 30@1010 moved, rests bob1 30
    cat sells 33 @ 1020          -> quantityStep 10 33
    operator steps 1 1           -> ok
    cat sells 33 @ 1020          -> ok, rests cat1 33
    operator steps 10 10         -> ok
    cat amends cat1 @ 1030       -> ok, amended cat1 33@1030 moved, rests cat1 33
    cat replaces cat1 with 33 @ 1030 -> quantityStep 10 33
    cat replaces cat1 with 30 @ 1035 -> priceStep 10 1035
    cat replaces cat1 with 30 @ 1030 -> ok, done cat1 replaced, rests cat2 30
  `));

  test('a market buy by amount is floored to the step', () =>
    play(`
    operator steps 10 10         -> ok
    operator seeds 1000          -> ok
    bob sells 100 @ 1000         -> ok, rests bob1 100
    ann buys for 259.99 at market -> ok, trade 20@1000 bob1, done ann1 filled
    ann USDT                     -> 99800
    ann buys for 99.99 at market -> ok, done ann2 budgetSpent
    bob sells 5 @ 990            -> quantityStep 10 5
    operator steps 10 1          -> ok
    bob sells 5 @ 990            -> ok, rests bob2 5
    operator steps 10 10         -> ok
    ann buys for 250 at market   -> ok, trade 5@990 bob2, done bob2 filled, trade 20@1000 bob1, done ann3 filled
  `));
});

describe('plans', () => {
  test('new ones and amended ones lie on the steps', () =>
    play(`
    operator seeds 1000          -> ok
    ann plans buy 13 when last at 1055 then 1057 -> ok, waits ann1
    operator steps 10 10         -> ok
    ann plans buy 10 when last at 1055 -> priceStep 10 1055
    ann plans buy 10 when last at 1050 then 1055 -> priceStep 10 1055
    ann plans buy 15 when last at 1050 -> quantityStep 10 15
    ann plans buy for 12.34 when last at 1050 -> ok, waits ann2
    ann oco sell 10 @ 1100 stop 905 -> priceStep 10 905
    ann oco sell 10 @ 1100 stop 900 then 895 -> priceStep 10 895
    ann oco sell 10 @ 1105 stop 900 -> priceStep 10 1105
    ann amends-plan ann1 trigger 1065 -> priceStep 10 1065
    ann amends-plan ann1 to 25   -> quantityStep 10 25
    ann amends-plan ann1 trigger 1060 -> ok
    ann amends-plan ann1 @ 1080  -> ok
    ann amends-plan ann1 to 20   -> ok
  `));

  test('those from before fire as they were placed', () =>
    play(`
    operator seeds 1000          -> ok
    bob buys 50 @ 903            -> ok, rests bob1 50
    ann plans sell 13 when last at 905 then 901 -> ok, waits ann1
    ann plans sell 7 when last at 904 -> ok, waits ann2
    ann plans sell 3 when last at 903 then 999 -> ok, waits ann3
    operator steps 10 10         -> ok
    cat sells 10 at market       -> ok, trade 10@903 bob1, done cat1 filled, trade 13@903 bob1, done ann4 filled, plan ann1 executed, trade 7@903 bob1, done ann5 filled, plan ann2 executed, rests ann6 3, plan ann3 executed
    book                         -> 903x20 | 999x3
  `));

  test('take profit and stop loss of an entry are floored, and never to nothing', () =>
    play(`
    operator seeds 1000          -> ok
    bob buys 20 @ 1000 sl=953    -> ok, rests bob1 20
    bob buys 5 @ 1000 sl=953     -> ok, rests bob2 5
    operator steps 10 10         -> ok
    cat sells 20 @ 1000          -> ok, trade 20@1000 bob1, done bob1 filled, waits bob3, done cat1 filled
    cat sells 10 @ 1000          -> ok, trade 5@1000 bob2, done bob2 filled, waits bob4, rests cat2 5
    dan buys 50 @ 950            -> ok, rests dan1 50
    cat cancels all              -> ok, done cat2 cancelled
    eve sells 10 @ 950           -> ok, trade 10@950 dan1, done eve1 filled, trade 10@950 dan1, done bob5 filled, plan bob3 executed, trade 5@950 dan1, done bob6 filled, plan bob4 executed
  `));
});
