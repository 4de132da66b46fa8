/**
 * The order of a liquidation by the newest rules: the book to where the account has nothing left, the book
 * beyond it as far as the fund may pay in this hour, and deleveraging for the rest.
 */
import { Rules } from '@halcyon/core';
import { CommandKind } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { FuturesScenario, play } from './futures-scenario.ts';

const played = (table: string): void => play(table, {}, {}, Rules.fundLimits);

describe('the book up to where the account has nothing left', () => {
  test('a solvent account goes no further, and keeps what better prices bring', () =>
    played(`
    fund gets 1000               -> ok
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 2 @ 96             -> ok, rests bob2 2
    bob longs 3 @ 90             -> ok, rests bob3 3
    # 25 of 500: 95. Two at 96 leave 283 of 3: 94.33, and the fee of 1.92 makes it 94.97, up.
    index 97                     -> ok, mark 97, trade 2@96 bob2, done bob2 filled, done ann2 filled, deleveraged bob 3@95, liquidated ann 2 deleveraged 3 limit 95 fee 2
    ann USD                      -> 0
    fund                         -> 1002
  `));

  test('what better prices bring is left for the fee and the rest', () =>
    played(`
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 3 @ 97             -> ok, rests bob2 3
    bob longs 2 @ 92             -> ok, rests bob3 2
    # 475 − 291 = 184 of 2: 92; the fees of 2.91 and 1.09 make it 94
    index 97                     -> ok, mark 97, trade 3@97 bob2, done bob2 filled, done ann2 filled, deleveraged bob 2@94, liquidated ann 3 deleveraged 2 limit 95 fee 4
    ann USD                      -> 0
  `));

  test('an order that nobody would take is not made', () =>
    played(`
    fund gets 1000               -> ok
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 80             -> ok, rests bob2 5
    index 90                     -> ok, mark 90, deleveraged bob 5@95, liquidated ann 0 deleveraged 5 limit 81 fee 0
    ann position                 -> none
    bob USD                      -> 1024.5
    fund                         -> 1000
  `));

  test('where that is further away than the band, nobody is given more than the band', () =>
    played(`
    fund gets 1000               -> ok
    ann brings 102               -> ok
    bob brings 1000              -> ok
    index 100 ETH 100            -> ok, mark 100, mark ETH 100
    bob shorts 1 @ 100           -> ok, rests bob1 1
    ann longs 1 @ 100            -> ok, trade 1@100 bob1, done bob1 filled, done ann1 filled
    bob shorts 9 ETH @ 100       -> ok, rests bob2 9
    ann longs 9 ETH @ 100        -> ok, trade 9@100 bob2, done bob2 filled, done ann2 filled
    # BTC has lost the most. 100 − 27 back it, so it is worth something down to 27; the band ends at 45
    index 50 ETH 97              -> ok, mark 50, mark ETH 97, deleveraged bob 1@45, liquidated ann 0 deleveraged 1 limit 45 fee 0.45, deleveraged bob 9@96, liquidated ann 0 deleveraged 9 limit 96 fee 8.55
    ann USD                      -> 0
  `));
});

describe('the book beyond it, at the fund’s cost', () => {
  test('pays at once what the fills lack of that price', () =>
    played(`
    fund gets 1000               -> ok
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 2 @ 85             -> ok, rests bob2 2
    # 95 − 85, twice; the others are closed at 95 all the same
    index 90                     -> ok, mark 90, trade 2@85 bob2, done bob2 filled, done ann2 filled, deleveraged bob 3@95, liquidated ann 2 deleveraged 3 limit 81 fee 0 fund 20
    ann USD                      -> 0
    fund                         -> 980
  `));

  test('no account that is worth something at the mark', () =>
    played(`
    fund gets 1000               -> ok
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 94             -> ok, rests bob2 5
    index 97                     -> ok, mark 97, deleveraged bob 5@95, liquidated ann 0 deleveraged 5 limit 95 fee 0
    fund                         -> 1000
  `));

  test('a hundred coins an hour of a small contract, then deleveraging; and again in the next', () =>
    played(`
    fund gets 10000              -> ok
    ann brings 52                -> ok
    cat brings 52                -> ok
    dan brings 52                -> ok
    bob brings 10000             -> ok
    bob leverage 5               -> ok
    index 100                    -> ok, mark 100
    bob longs 30 @ 100           -> ok, rests bob1 30
    ann shorts 10 @ 100          -> ok, trade 10@100 bob1, done ann1 filled
    cat shorts 10 @ 100          -> ok, trade 10@100 bob1, done cat1 filled
    dan isolated                 -> ok
    dan shorts 10 @ 100          -> ok, trade 10@100 bob1, done bob1 filled, done dan1 filled
    bob shorts 4 @ 130           -> ok, rests bob2 4
    # 1,050 of 10 at most: 105; each at 130 costs the fund 25
    index 120                    -> ok, mark 120, trade 4@130 bob2, done bob2 filled, done ann2 filled, deleveraged bob 6@105, liquidated ann 4 deleveraged 6 limit 132 fee 0 fund 100, deleveraged bob 10@105, liquidated cat 0 deleveraged 10 limit 132 fee 0, deleveraged bob 10@105, liquidated dan 0 deleveraged 10 limit 132 fee 0
    fund                         -> 9900
  `));

  test('of an isolated position the fund pays into its margin', () =>
    played(`
    fund gets 1000               -> ok
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 2 @ 85             -> ok, rests bob2 2
    index 90                     -> ok, mark 90, trade 2@85 bob2, done bob2 filled, done ann2 filled, deleveraged bob 3@95, liquidated ann 2 deleveraged 3 limit 81 fee 0 fund 20
    ann USD                      -> 74
    fund                         -> 980
  `));

  test('not more than it has', () =>
    played(`
    fund gets 10                 -> ok
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 91             -> ok, rests bob2 5
    # two at 91 cost 8, a third would cost 12
    index 90                     -> ok, mark 90, trade 2@91 bob2, done ann2 filled, deleveraged bob 3@95, liquidated ann 2 deleveraged 3 limit 81 fee 0 fund 8
    fund                         -> 2
  `));
});

describe('deleveraging', () => {
  test('takes from nobody more than what backs its position; the rest waits', () =>
    played(`
    ann brings 26                -> ok
    bob brings 1000              -> ok
    dan brings 56                -> ok
    index 100 ETH 100            -> ok, mark 100, mark ETH 100
    dan shorts 3 @ 100           -> ok, rests dan1 3
    ann longs 3 @ 100            -> ok, trade 3@100 dan1, done dan1 filled, done ann1 filled
    bob shorts 5 ETH @ 100       -> ok, rests bob1 5
    dan longs 5 ETH @ 100        -> ok, trade 5@100 bob1, done bob1 filled, done dan2 filled
    # dan has 54.7 + 60 − 80 and loses 12 with each lot at 92
    # then it is liquidated itself; ann's last lot can be had at the mark, and the fund has 0.7 from dan
    index 80 ETH 84              -> ok, mark 80, mark ETH 84, deleveraged dan 2@92, liquidated ann 0 deleveraged 2 limit 72 fee 0, deleveraged bob 5@82, liquidated dan 0 deleveraged 5 limit 82 fee 0.7, deleveraged ann 1@80, liquidated dan 0 deleveraged 1 limit 80 fee 0, liquidated ann 0 fee 0 fund 0.7
    index 80 ETH 84              -> ok, mark 80, mark ETH 84
    dan USD                      -> 0
    ann USD                      -> -9.9
  `));
});

/** What an account lacks by the rules before, and an exchange that goes over to the newest. */
class Older extends FuturesScenario {
  constructor() {
    super({}, {}, Rules.boundedMarks);
  }

  protected override execute(line: string): string {
    if (line !== 'newest rules') return super.execute(line);
    return this.send({ kind: CommandKind.setRules, version: Rules.fundLimits });
  }
}

describe('a wallet below zero', () => {
  test('is made good within the hour’s limit, the rest in the next', () => {
    const { expected, actual } = new Older().run(`
    ann brings 540               -> ok
    bob brings 100000            -> ok
    bob leverage 5               -> ok
    ann leverage 10              -> ok
    index 100                    -> ok, mark 100
    bob shorts 50 @ 100          -> ok, rests bob1 50
    ann longs 50 @ 100           -> ok, trade 50@100 bob1, done bob1 filled, done ann1 filled
    ann shorts 25 @ 81 reduce    -> ok, rests ann2 25
    ann shorts 25 @ 80 reduce    -> ok, rests ann3 25
    bob longs 50 @ 81            -> ok, trade 25@80 ann3, done ann3 filled, trade 25@81 ann2, done ann2 filled, done bob2 filled
    ann USD                      -> -449.025
    newest rules                 -> ok
    fund gets 10000              -> ok
    index 100                    -> ok, mark 100, liquidated ann 0 fee 0 fund 100
    index 100                    -> ok, mark 100
    ann longs 1 @ 100            -> insufficientMargin -3490250 102000
    later 3600000
    index 100                    -> ok, mark 100, round 1 rate 10000 at 100, mark 100, liquidated ann 0 fee 0 fund 100
    ann brings 200               -> ok
    ann USD                      -> -49.025
    later 3600000
    index 100                    -> ok, mark 100, round 2 rate 10000 at 100, mark 100, liquidated ann 0 fee 0 fund 49.025
    ann USD                      -> 0
    `);
    expect(actual).toEqual(expected);
  });
});

describe('a resting order that its account cannot bear any more', () => {
  test('ends when it is met: its margin was taken out', () =>
    played(`
    fund gets 1000               -> ok
    index 100                    -> ok, mark 100
    ann brings 300               -> ok
    ann leverage 2               -> ok
    ann longs 4 @ 109            -> ok, rests ann1 4
    ann leverage 20              -> ok
    ann takes 278                -> ok
    bob brings 1000              -> ok
    bob shorts 4 @ 109           -> ok, done ann1 marginUsed, rests bob1 4
    ann USD                      -> 22
    fund                         -> 1000
  `));

  test('two that close at a loss each: the second', () =>
    played(`
    fund gets 1000               -> ok
    ann brings 60                -> ok
    bob brings 1000              -> ok
    bob leverage 5               -> ok
    index 100                    -> ok, mark 100
    bob shorts 10 @ 100          -> ok, rests bob1 10
    ann longs 10 @ 100           -> ok, trade 10@100 bob1, done bob1 filled, done ann1 filled
    ann shorts 5 @ 92 reduce     -> ok, rests ann2 5
    ann shorts 5 @ 91 reduce     -> ok, rests ann3 5
    # 45 and 0.455 of 58 for the one at 91; 40 and 0.46 of what is left for the other
    bob longs 10 @ 92            -> ok, trade 5@91 ann3, done ann3 filled, done ann2 marginUsed, rests bob2 5, deleveraged bob 5@98, liquidated ann 0 deleveraged 5 limit 98 fee 2.545
    ann position                 -> none
    fund                         -> 1002.545
  `));

  test('a fill-or-kill order does not count on it', () =>
    played(`
    index 100                    -> ok, mark 100
    ann brings 300               -> ok
    ann leverage 2               -> ok
    ann longs 4 @ 109            -> ok, rests ann1 4
    ann leverage 20              -> ok
    ann takes 278                -> ok
    bob brings 1000              -> ok
    bob shorts 4 @ 109 fok       -> fokNotFillable 0 4
  `));

  test('after a leap of the index', () =>
    played(`
    fund gets 1000               -> ok
    index 100                    -> ok, mark 100
    ann brings 30                -> ok
    bob brings 1000              -> ok
    ann longs 5 @ 100            -> ok, rests ann1 5
    index 80                     -> ok, mark 80
    bob shorts 5 @ 100           -> ok, done ann1 marginUsed, rests bob1 5
    fund                         -> 1000
  `));
});

describe('closing an isolated position', () => {
  test('loses no more than its margin against its cost, whatever it has won at the mark', () =>
    played(`
    fund gets 1000               -> ok
    ann brings 50                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob longs 5 @ 100            -> ok, rests bob1 5
    ann shorts 5 @ 100           -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    index 80                     -> ok, mark 80
    bob shorts 3 @ 115           -> ok, rests bob2 3
    # it lost 105 of 125 against the mark, but 45 of 25 against its cost
    ann longs 3 @ 115 reduce ioc -> closeBeyondBankruptcy 250000 450000
  `));

  test('with the fee', () =>
    played(`
    ann brings 60                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 4 @ 86             -> ok, rests bob2 4
    bob longs 1 @ 97             -> ok, rests bob3 1
    # 3 and 56 are 59, and a fee of 0.882
    ann closes all               -> closeBeyondBankruptcy 590000 598820
  `));

  test('where good fills give margin back, a bad one after them finds less', () =>
    played(`
    fund gets 1000               -> ok
    ann brings 50                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob longs 5 @ 100            -> ok, rests bob1 5
    ann shorts 5 @ 100           -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob shorts 3 @ 98            -> ok, rests bob2 3
    bob shorts 2 @ 114           -> ok, rests bob3 2
    # it lost 8 of 25 in sum; but 15 go with the first three, and the fourth loses 14 of the 10 that are left
    ann longs 4 @ 114 reduce ioc -> closeBeyondBankruptcy 250000 290000
    ann longs 3 @ 114 reduce ioc -> ok, trade 3@98 bob2, done bob2 filled, done ann2 filled
    fund                         -> 1000
  `));

  test('leaves what stays open with no less than nothing', () =>
    played(`
    fund gets 1000               -> ok
    ann brings 50                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob longs 5 @ 100            -> ok, rests bob1 5
    ann shorts 5 @ 100           -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    index 101                    -> ok, mark 101
    bob shorts 2 @ 112           -> ok, rests bob2 2
    # 24 of the margin of 25: the other three have lost 3 at 101
    ann longs 2 @ 112 reduce ioc -> closeBeyondBankruptcy 250000 270000
    fund                         -> 1000
  `));

  test('pays its fee out of the wallet, or does not trade', () =>
    played(`
    fund gets 1000               -> ok
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob longs 5 @ 100            -> ok, rests bob1 5
    ann shorts 5 @ 100           -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann USD                      -> 0 held 25
    bob shorts 2 @ 105           -> ok, rests bob2 2
    ann longs 2 @ 105 reduce ioc -> closeBeyondBankruptcy 250000 254200
    ann adds 1                   -> notWithdrawable 0 10000
    ann brings 1                 -> ok
    ann longs 2 @ 105 reduce ioc -> ok, trade 2@105 bob2, done bob2 filled, done ann2 filled
    ann USD                      -> 0.58 held 15
    fund                         -> 1000
  `));

  test('what one leg loses to the other is not paid by others', () =>
    played(`
    fund gets 1000               -> ok
    ann brings 1000              -> ok
    ann hedge                    -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    ann leverage 2 leg=long      -> ok
    ann longs 4 @ 109 leg=long   -> ok, rests ann1 4
    ann leverage 20 leg=long     -> ok
    ann shorts 4 @ 109 leg=short -> ok, done ann1 marginUsed, rests ann2 4
    fund                         -> 1000
  `));
});

describe('a contract without makers, with an attacker on both sides', () => {
  const scenario = new FuturesScenario({}, {}, Rules.fundLimits);
  const tell = (line: string): string =>
    scenario.run(`${line} -> ?`).actual.at(-1)!.split(' -> ')[1]!;
  const shorts = Array.from({ length: 12 }, (_, i) => `short${i}`);
  const markOf = (told: string): number => Number(/mark (\d+)/u.exec(told)![1]);
  const price = (index: number): string => {
    scenario.run('later 1000');
    return tell(`index ${index}`);
  };

  test('at a flat index nobody is liquidated: the mark has a bound, and comes back', () => {
    tell('fund gets 100000');
    for (const rich of ['eve', 'cat', 'dan']) {
      tell(`${rich} brings 100000`);
      tell(`${rich} leverage 5`);
    }
    tell('index 1000');
    for (const each of shorts) {
      tell(`${each} brings 55`);
      expect(tell(`${each} shorts 1 @ 1000`)).toContain('rests');
    }
    expect(tell('eve longs 12 @ 1000')).toContain('done eve1 filled');
    expect(tell('eve shorts 12 @ 1099')).toContain('rests');
    expect(tell('cat longs 2 @ 1090')).toContain('rests');
    const marks: number[] = [];
    for (let i = 0; i < 150; i++) {
      const [maker, taker] = i % 2 === 0 ? ['cat', 'dan'] : ['dan', 'cat'];
      tell(`${maker} longs 2 @ 1095`);
      expect(tell(`${taker} shorts 2 @ 1095`)).toContain('trade 2@1095');
      const told = price(1000);
      expect(told).not.toMatch(/liquidated|done/u);
      marks.push(markOf(told));
    }
    expect(Math.max(...marks)).toBeGreaterThan(1000);
    expect(Math.max(...marks)).toBeLessThanOrEqual(1010);
    expect(tell('fund')).toBe('100000');
    tell('cat cancels cat1');
    for (let i = 0; i < 1200; i++) marks.push(markOf(price(1000)));
    expect(marks.at(-1)).toBe(1000);
  });

  test('after a leap the fund pays its limit for the asks at the edge, and no order is made that does not trade', () => {
    const told = price(1080);
    const made = told.match(/done short\d+ \w+/gu) ?? [];
    expect(made.length).toBeGreaterThan(0);
    expect(made.every((each) => each.endsWith('filled'))).toBe(true);
    expect(told.match(/liquidated short/gu)!.length).toBeGreaterThanOrEqual(12);
    const paid = [...told.matchAll(/ fund ([\d.]+)/gu)].map((each) => Number(each[1]));
    expect(paid.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(5000);
    for (let i = 0; i < 100; i++) expect(price(1080)).not.toMatch(/done|liquidated/u);
    for (const each of shorts) expect(tell(`${each} position`)).toBe('none');
  });
});
