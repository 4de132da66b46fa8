/** What counts for the mark and the premium: books and trades of a contract's impact size. */
import { NEWEST_RULES, Rules, restoreCore, snapshotCore } from '@halcyon/core';
import { describe, expect, test } from 'vitest';
import { FuturesScenario, type FuturesScenario as Table } from './futures-scenario.ts';

const contractOf = ({ core }: Table) => core.state.markets[1]!.contract!;

/** Runs a table on an exchange with an impact size. */
function run(table: string, impactSize: number, rules: number = NEWEST_RULES): Table {
  const scenario = new FuturesScenario({ impactSize }, {}, rules);
  const { expected, actual } = scenario.run(table);
  expect(actual).toEqual(expected);
  return scenario;
}

const PEOPLE = `
  ann brings 100000            -> ok
  bob brings 100000            -> ok
  ann leverage 1               -> ok
  bob leverage 1               -> ok
  index 1000                   -> ok, mark 1000
`;

describe('the book', () => {
  const BOOK = `${PEOPLE}
    bob longs 1 @ 1002           -> ok, rests bob1 1
    bob longs 5 @ 1000           -> ok, rests bob2 5
    ann shorts 1 @ 1004          -> ok, rests ann1 1
    ann shorts 2 @ 1007          -> ok, rests ann2 2
    later 1000
    index 1000                   -> ok, mark 1000
  `;

  test('counts at the mean price of the impact size, rounded away from the other side', () => {
    // Bids: 1,002 and 2 · 1,000 of 3,000, 1,000.67; asks: 1,004 and 2 · 1,007, 1,006. The middle is 1,003.
    expect(contractOf(run(BOOK, 3_000)).basis).toBe((3 * 1_024) / 64);
  });

  test('counts at the best level where that is enough', () => {
    expect(contractOf(run(BOOK, 1_002)).basis).toBe((3 * 1_024) / 64);
    // The best bid is above the index by 2: the premium is half of that after two samples.
    expect(contractOf(run(BOOK, 1_002)).premiumSum).toBe(200_000);
    expect(contractOf(run(BOOK, 3_000)).premiumSum).toBe(0);
  });

  test('does not count where a side has less: the mean fades, and that side gives no premium', () => {
    const scenario = run(BOOK, 3_018);
    const { basis } = contractOf(scenario);
    expect(basis).toBeGreaterThan(0);
    const { expected, actual } = scenario.run(`
      ann cancels ann1             -> ok, done ann1 cancelled
      later 1000
      index 1000                   -> ok, mark 1000
    `);
    expect(actual).toEqual(expected);
    expect(contractOf(scenario).basis).toBe(basis - Math.trunc(basis / 64));
    const thin = run(BOOK, 7_003);
    expect(contractOf(thin).basis).toBe(0);
    expect(contractOf(thin).premiumSum).toBe(0);
  });

  test('counts as far as a thousand prices, so that dust costs no time', () => {
    const tiers = [{ upTo: 20_000_000, leverageMax: 1, maintenancePpm: 20_000 }];
    const scenario = new FuturesScenario({ tiers }, { openOrdersMax: 200 }, NEWEST_RULES);
    scenario.run('index 2000');
    for (let price = 2_000; price >= 1_000; price--) {
      const who = `p${Math.floor(price / 200)}`;
      const first = price === 2_000 || price % 200 === 199;
      if (first) scenario.run(`${who} brings 900000\n ${who} leverage 1`);
      scenario.run(`${who} longs 1 @ ${price}`);
    }
    const { book } = scenario.core.state.markets[1]!;
    // 1,001 to 2,000, and no more.
    expect(book.impactPrice(0, 1_500_500)).toBe(1_500);
    expect(book.impactPrice(0, 1_500_501)).toBe(0);
    expect(book.impactPrice(1, 1)).toBe(0);
  });
});

describe('the last price', () => {
  const trade = (n: number, price: number, lots = 1): string => `
    bob shorts ${lots} @ ${price} -> ok, rests bob${n} ${lots}
    ann longs ${lots} @ ${price} -> ok, trade ${lots}@${price} bob${n}, done bob${n} filled, done ann${n} filled
  `;

  test('counts once trades since then add up to the impact size, at their mean', () => {
    const two = `${PEOPLE}${trade(1, 1_005)}${trade(2, 1_008)}`;
    expect(contractOf(run(two, 3_000)).counted).toBe(0);
    // 1,005, 1,008 and 1,010.
    expect(contractOf(run(`${two}${trade(3, 1_010)}`, 3_000)).counted).toBe(1_007);
    expect(contractOf(run(`${two}${trade(3, 1_010)}${trade(4, 1_050)}`, 3_000)).counted).toBe(
      1_007,
    );
  });

  test('of a trade of that size counts by itself, and what was before does not any more', () => {
    const large = `${PEOPLE}${trade(1, 1_005)}${trade(2, 1_010, 3)}`;
    expect(contractOf(run(large, 3_000)).counted).toBe(1_010);
    const after = run(`${large}${trade(3, 1_020)}${trade(4, 1_020)}`, 3_000);
    expect(contractOf(after).counted).toBe(1_010);
  });

  test('is the one that an operator gave before there were trades', () => {
    const seeded = PEOPLE.replace('index 1000 ', 'operator seeds 1003 -> ok\n index 1000 ');
    expect(contractOf(run(seeded, 3_000)).counted).toBe(1_003);
  });

  test('is none while nothing counted: the index stands in its place', () => {
    const table = `${PEOPLE}${trade(1, 1_009)}
      bob longs 3 @ 1009           -> ok, rests bob2 3
      ann shorts 3 @ 1011          -> ok, rests ann2 3
      later 1000
    `;
    // By the funding 1,009 or more, by the book 1,000.
    run(`${table} index 1000 -> ok, mark 1000`, 3_000);
  });

  test('counts no trade within one owner', () => {
    const table = `${PEOPLE}
      ann.bot brings 100000        -> ok
      ann.bot leverage 1           -> ok
      ann.bot shorts 9 @ 1009      -> ok, rests ann.bot1 9
      ann longs 8 @ 1009           -> ok, trade 8@1009 ann.bot1, done ann1 filled
    `;
    expect(contractOf(run(table, 3_000)).counted).toBe(0);
  });

  test('keeps what has not counted in a snapshot, and nothing where there is none', () => {
    const before = run(PEOPLE, 3_000).core.state.markets[1]!.contract!.image();
    expect('counted' in before || 'uncounted' in before).toBe(false);
    const { core } = run(`${PEOPLE}${trade(1, 1_005)}`, 3_000);
    expect(core.state.markets[1]!.contract!.image().uncounted).toEqual([1, 1_005]);
    const copy = restoreCore(snapshotCore(core)).state.markets[1]!.contract!;
    copy.countTrade(1_008, 1);
    copy.countTrade(1_010, 1);
    expect(copy.counted).toBe(1_007);
    const older = run(`${PEOPLE}${trade(1, 1_005, 9)}`, 3_000, Rules.impactSizes - 1);
    const image = older.core.state.markets[1]!.contract!.image();
    expect('counted' in image || 'uncounted' in image).toBe(false);
  });
});

describe('an attack', () => {
  test('of two accounts that trade with each other and keep a book of dust moves no mark', () => {
    const scenario = run(
      `${PEOPLE}
      eve brings 60                -> ok
      dan brings 1000              -> ok
      dan longs 1 @ 1000           -> ok, rests dan1 1
      eve shorts 1 @ 1000          -> ok, trade 1@1000 dan1, done dan1 filled, done eve1 filled
      bob longs 1 @ 1440           -> ok, rests bob1 1
      ann shorts 1 @ 1460          -> ok, rests ann1 1
    `,
      5_000,
    );
    for (let second = 0; second < 150; second++) {
      // The two trade back and forth, so that neither has a position for long.
      const [seller, buyer] = second % 2 === 0 ? ['bob', 'ann'] : ['ann', 'bob'];
      for (let i = 0; i < 4; i++) {
        scenario.run(`${seller} shorts 1 @ 1450\n ${buyer} longs 1 @ 1450`);
      }
      scenario.run('later 1000\n index 1000');
      expect(contractOf(scenario).mark).toBe(1_000);
    }
    expect(contractOf(scenario).counted).toBe(1_450);
    expect(contractOf(scenario).fundingRate).toBe(10_000);
    const { expected, actual } = scenario.run('eve position -> short 1 @ 1000, fees 2');
    expect(actual).toEqual(expected);
  });
});
