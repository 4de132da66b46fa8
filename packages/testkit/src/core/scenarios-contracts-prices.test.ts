/** Prices and funding of contracts. */
import { Rules } from '@halcyon/core';
import { describe, expect, test } from 'vitest';
import { FuturesScenario, play } from './futures-scenario.ts';

describe('mark', () => {
  test('is the index while nothing else is known', () =>
    play(`
    index 0                      -> priceRange 1 0
    index 100                    -> ok, mark 100
    index 120                    -> ok, mark 120
  `));

  test("the median is the funding's: the index with the rate that is left of the round", () =>
    play(`
    bob brings 5000              -> ok
    index 100                    -> ok, mark 100
    bob leverage 1               -> ok
    operator seeds 120           -> ok
    bob longs 1 @ 120            -> ok, rests bob1 1
    # a bid 20 % above the index: the rate is capped at 2 %, of which 3,598 of 3,600 seconds are left
    later 1000
    index 100                    -> ok, mark 101
    rate                         -> 2000000
    later 1799000
    index 100                    -> ok, mark 100, mark 100
  `));

  test("the median is the book's: the index with the mean distance of its middle", () =>
    play(`
    bob brings 5000              -> ok
    index 100                    -> ok, mark 100
    bob leverage 1               -> ok
    operator seeds 120           -> ok
    bob longs 1 @ 100            -> ok, rests bob1 1
    bob shorts 1 @ 150           -> ok, rests bob2 1
    # a distance of 25 counts 1/64 a second: 0.39, 0.77, 1.15
    later 1000
    index 100                    -> ok, mark 100
    later 1000
    index 100                    -> ok, mark 100
    # within a second nothing is sampled again
    index 100                    -> ok, mark 100
    later 1000
    index 100                    -> ok, mark 101
    # after 10 seconds the index alone
    wait 9999                    -> ok
    wait 1                       -> ok, mark 100
    index 100                    -> ok, mark 101
  `));

  test('the last price is the median where it is between', () =>
    play(`
    bob brings 5000              -> ok
    index 10000                  -> ok, mark 10000
    bob leverage 5               -> ok
    operator seeds 10005         -> ok
    bob longs 1 @ 10020          -> ok, rests bob1 1
    bob shorts 1 @ 11000         -> ok, rests bob2 1
    # 10,004 by the funding, 10,007 by the book
    later 1000
    index 10000                  -> ok, mark 10005
  `));
});

describe('rate', () => {
  test('the premium is drawn to the interest rate by the clamp', () =>
    play(`
    bob brings 50000             -> ok
    index 10000                  -> ok, mark 10000
    rate                         -> 10000
    bob leverage 5               -> ok
    bob longs 1 @ 10003          -> ok, rests bob1 1
    later 1000
    # the first of two samples had no bid: a premium of 15,000 is within the clamp
    index 10000                  -> ok, mark 10000
    rate                         -> 10000
    later 1000
    index 10000                  -> ok, mark 10000
    later 1000
    bob cancels all              -> ok, done bob1 cancelled
    bob longs 1 @ 10020          -> ok, rests bob2 1
    index 10000                  -> ok, mark 10000
    # 0, 30,000, 30,000, 200,000: 65,000 less 50,000
    rate                         -> 15000
  `));

  test('below the index it is negative', () =>
    play(`
    bob brings 50000             -> ok
    index 10000                  -> ok, mark 10000
    bob leverage 5               -> ok
    bob shorts 1 @ 9980          -> ok, rests bob1 1
    later 1000
    index 10000                  -> ok, mark 10000
    # 0, −200,000: −100,000
    rate                         -> -50000
  `));

  test('capped on both sides', () =>
    play(
      `
    bob brings 50000             -> ok
    index 10000                  -> ok, mark 10000
    bob leverage 5               -> ok
    bob shorts 1 @ 9980          -> ok, rests bob1 1
    later 1000
    index 10000                  -> ok, mark 10000
    rate                         -> -40000
    bob cancels all              -> ok, done bob1 cancelled
    bob longs 1 @ 10040          -> ok, rests bob2 1
    later 1000
    index 10000                  -> ok, mark 10000
    later 1000
    index 10000                  -> ok, mark 10000
    rate                         -> 40000
  `,
      { fundingCap: 40000 },
    ));

  test('the interest alone; no clamp', () =>
    play(
      `
    bob brings 50000             -> ok
    index 10000                  -> ok, mark 10000
    bob leverage 5               -> ok
    bob longs 1 @ 10003          -> ok, rests bob1 1
    later 1000
    index 10000                  -> ok, mark 10000
    rate                         -> 15000
  `,
      { premiumClamp: 0 },
    ));
});

describe('funding', () => {
  test('a positive rate: long pays short, at each whole interval of the day', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    wait 3598999                 -> ok, mark 100
    wait 1                       -> ok, round 1 rate 10000 at 100, funding ann -0.05, funding bob 0.05
    ann position                 -> long 5 @ 100, fees 1, funding -0.05
    ann USD                      -> 98.95
    wait 3599999                 -> ok
    wait 1                       -> ok, round 2 rate 10000 at 100, funding ann -0.05, funding bob 0.05
    # what was missed is not made up for
    wait 36000000                -> ok, round 3 rate 10000 at 100, funding ann -0.05, funding bob 0.05
    wait 3599999                 -> ok
    wait 1                       -> ok, round 4 rate 10000 at 100, funding ann -0.05, funding bob 0.05
  `));

  test('a negative rate: short pays long', () =>
    play(
      `
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    wait 3599000                 -> ok, mark 100, round 1 rate -20000 at 100, funding ann 0.1, funding bob -0.1
  `,
      { interestRate: -20000 },
    ));

  test("who pays rounds up, who receives down; the rest is the exchange's", () =>
    play(
      `
    ann brings 100               -> ok
    bob brings 1000              -> ok
    cat brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 2 @ 100           -> ok, rests bob1 2
    cat shorts 3 @ 100           -> ok, rests cat1 3
    ann longs 5 @ 100            -> ok, trade 2@100 bob1, done bob1 filled, trade 3@100 cat1, done cat1 filled, done ann1 filled
    # 0.05 units, of which 0.02 and 0.03
    wait 3599000                 -> ok, mark 100, round 1 rate 1 at 100, funding ann -0.0001
    rounding                     -> 0.0001
    clearing                     -> 0
  `,
      { interestRate: 1 },
    ));

  test('of nothing nothing is paid', () =>
    play(
      `
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    wait 3599000                 -> ok, mark 100, round 1 rate 0 at 100
  `,
      { interestRate: 0 },
    ));

  test('who trades in the command that begins it settles before, at the size that was', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 100            -> ok, rests bob2 5
    later 3599000
    ann closes all               -> ok, mark 100, round 1 rate 10000 at 100, funding ann -0.05, funding bob 0.05, trade 5@100 bob2, done bob2 filled, done ann2 filled
    ann position                 -> none
  `));

  test('who opens after it began pays nothing of it', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    later 3598000
    index 100                    -> ok, mark 100, mark 100
    later 1000
    ann longs 5 @ 100            -> ok, round 1 rate 10000 at 100, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann position                 -> long 5 @ 100, fees 1
  `));

  test('both legs of hedge mode settle', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann hedge                    -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100 leg=long   -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 3 @ 100            -> ok, rests bob2 3
    ann shorts 3 @ 100 leg=short -> ok, trade 3@100 bob2, done bob2 filled, done ann2 filled
    wait 3599000                 -> ok, mark 100, round 1 rate 10000 at 100, funding ann -0.05, funding ann 0.03, funding bob 0.02
  `));

  test('an isolated position pays out of its margin and is paid into it', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann isolated                 -> ok
    bob isolated                 -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    wait 3599000                 -> ok, mark 100, round 1 rate 10000 at 100, funding ann -0.05, funding bob 0.05
    ann position                 -> long 5 @ 100, margin 24.95, fees 1, funding -0.05
    bob position                 -> short 5 @ 100, margin 25.05, fees 0.5, funding 0.05
    ann USD                      -> 74 held 24.95
  `));

  test('it may liquidate', () =>
    play(
      `
    ann brings 28.35             -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 98             -> ok, rests bob2 5
    index 98                     -> ok, mark 98
    later 3598000
    # 27.35 + 475.3 − 500 = 2.65; 1 % of 490 is 4.9
    index 98                     -> ok, mark 98, mark 98
    later 1000
    index 98                     -> ok, round 1 rate 1000000 at 98, mark 98, funding ann -4.9, funding bob 4.9, trade 5@98 bob2, done bob2 filled, done ann2 filled, liquidated ann 5 limit 96 fee 4.9
    fund                         -> 4.9
  `,
      { interestRate: 1000000, premiumClamp: 1000000 },
    ));

  test('the rate and the mark are those of the moment', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    later 3598999
    index 110                    -> ok, mark 100, mark 110
    wait 1                       -> ok, round 1 rate 10000 at 110, funding ann -0.055, funding bob 0.055
  `));
});

describe('the distance of the mark from the index', () => {
  /** Two accounts trade with each other far above the index and keep a book there, for some seconds. */
  const attack = (seconds: number, marks: readonly number[]): string => `
    ann brings 100000            -> ok
    bob brings 100000            -> ok
    eve brings 60                -> ok
    dan brings 1000              -> ok
    ann leverage 1               -> ok
    bob leverage 1               -> ok
    index 1000                   -> ok, mark 1000
    dan longs 1 @ 1000           -> ok, rests dan1 1
    eve shorts 1 @ 1000          -> ok, trade 1@1000 dan1, done dan1 filled, done eve1 filled
    bob shorts 1 @ 1450          -> ok, rests bob1 1
    ann longs 1 @ 1450           -> ok, trade 1@1450 bob1, done bob1 filled, done ann1 filled
    bob longs 1 @ 1440           -> ok, rests bob2 1
    ann shorts 1 @ 1460          -> ok, rests ann2 1
    ${Array.from({ length: seconds }, (_, at) => `later 1000\n index 1000 -> ok, mark ${marks[at]}`).join('\n')}
  `;

  test('is half the lowest maintenance rate: nobody is liquidated by what others trade', () =>
    play(
      `${attack(5, [1004, 1006, 1006, 1007, 1007])}
    eve position                 -> short 1 @ 1000, unrealised -7, fees 2
  `,
      {},
      {},
      Rules.boundedMarks,
    ));

  test('was without bounds before: the mark leaves the index behind', () =>
    play(attack(2, [1007, 1013]), { fundingCap: 0 }, {}, Rules.contracts));

  test('is kept while a book stands far away, and the mean distance fades when it is gone', () => {
    const scenario = new FuturesScenario({}, {}, Rules.boundedMarks);
    const contract = () => scenario.core.state.markets[1]!.contract!;
    const pass = (seconds: number): void => {
      for (let second = 0; second < seconds; second++) {
        scenario.run('later 1000\n index 1000');
        expect(Math.abs(contract().mark - 1_000)).toBeLessThanOrEqual(10);
        // 1 % of the index, in 10^-8: what the mark's distance allows.
        expect(Math.abs(contract().fundingRate)).toBeLessThanOrEqual(1_000_000);
      }
    };
    scenario.run(attack(0, []));
    pass(300);
    const pushed = contract().basis;
    expect(pushed).toBeGreaterThan(9 * 1_024);
    scenario.run('bob cancels bob2');
    pass(45);
    // Half of it is gone after 64 · ln 2 seconds.
    expect(contract().basis).toBeGreaterThan(0);
    expect(contract().basis).toBeLessThan(pushed / 2);
  });
});
