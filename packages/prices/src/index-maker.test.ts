import { INDEX_LATE_MS, PART_OK } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { IndexMaker } from './index-maker.ts';
import { type IndexReport, pricesHealth, type SourceReport } from './reports.ts';
import { INDEX_RULES, type IndexTerms } from './terms.ts';

const START = 1_700_000_000_000;
const BTC = 3;

function terms(instrument = BTC, priceScale = 2): IndexTerms {
  const sources = ['a', 'b', 'c', 'd'].map((name) => ({ name, weight: 1, scale: 4 }) as const);
  const own = { name: 'own', weight: 0, scale: priceScale } as const;
  return { instrument, symbol: `S${instrument}`, priceScale, sources: [...sources, own] };
}

/** A maker with a clock of its own; prices are told at its time. */
class Desk {
  readonly maker = new IndexMaker([terms()]);
  now = START;

  tell(prices: Readonly<Record<string, unknown>>, time = this.now): (string | null)[] {
    return Object.entries(prices).map(([source, price]) =>
      this.maker.take({ source, instrument: BTC, price, time }, this.now),
    );
  }

  /** The entries that are due now. */
  due(): readonly number[] {
    return this.maker.make(this.now)?.entries ?? [];
  }

  /** Tells these prices four times a second for so long; the last index. */
  hold(prices: Readonly<Record<string, unknown>>, ms: number): number {
    for (const end = this.now + ms; this.now < end; ) {
      this.now += 250;
      this.tell(prices);
      this.maker.make(this.now);
    }
    return this.report().ticks;
  }

  report(): IndexReport {
    return this.maker.reports(this.now)[0]!;
  }

  source(name: string): SourceReport {
    return this.report().sources.find((one) => one.name === name)!;
  }

  states(): string {
    return this.report()
      .sources.filter(({ weight }) => weight === 1)
      .map(({ state }) => state)
      .join(' ');
  }
}

describe('what the index is', () => {
  test('the median; of an even number the mean of the two in the middle, down', () => {
    const desk = new Desk();
    desk.tell({ a: '100.00', b: '100.05', c: '101' });
    expect(desk.due()).toEqual([BTC, 10_005]);
    desk.tell({ d: '100.10' });
    desk.now += 250;
    expect(desk.due()).toEqual([BTC, 10_007]);
  });

  test('our own book is watched and not used', () => {
    const desk = new Desk();
    desk.tell({ own: '100', a: '100' });
    expect(desk.due()).toEqual([]);
    expect(desk.report()).toMatchObject({ state: 'none', counted: 1, ticks: 0 });
    expect(desk.hold({ a: '100', b: '100', c: '100', own: '120' }, 250)).toBe(10_000);
    expect(desk.source('own')).toMatchObject({ state: 'lying', apartTicks: 2_000 });
  });

  test('without two sources that count there is none, until they are back', () => {
    const desk = new Desk();
    const all = { a: '100', b: '100', c: '100', d: '100' };
    expect(desk.hold(all, 1_000)).toBe(10_000);
    expect(desk.hold({ a: '100', b: '100' }, 60_000)).toBe(10_000);
    expect(desk.hold({ a: '100' }, 5_000)).toBe(10_000);
    expect(desk.hold({ a: '100' }, 250)).toBe(0);
    desk.now += 1_000;
    expect(desk.due()).toEqual([]);
    expect(desk.hold({ a: '100', b: '100' }, 250)).toBe(10_000);
  });

  test('a source that stopped is late, then stopped, and counts at once when it is back', () => {
    const desk = new Desk();
    const rest = { a: '100', b: '100', c: '100' };
    desk.hold({ ...rest, d: '101' }, 1_000);
    desk.hold(rest, 5_000);
    expect(desk.states()).toBe('fresh fresh fresh fresh');
    desk.hold(rest, 250);
    expect(desk.states()).toBe('fresh fresh fresh late');
    desk.hold(rest, 55_000);
    expect(desk.states()).toBe('fresh fresh fresh stopped');
    desk.hold({ ...rest, d: '101' }, 250);
    expect(desk.report()).toMatchObject({ counted: 4 });
  });

  test('an old price does not become fresh by coming late', () => {
    const desk = new Desk();
    desk.tell({ a: '100', b: '100', c: '100' }, START - 5_001);
    expect(desk.due()).toEqual([]);
    expect(desk.states()).toBe('late late late stopped');
  });
});

describe('a price that stands still while its clock goes on', () => {
  const at = (price: string) => ({ a: price, b: price, c: price });

  test('is as old as its last change once the others have moved on', () => {
    const desk = new Desk();
    desk.hold({ ...at('100'), d: '100' }, 1_000);
    // 0.5 % away from where they were when it came to stand.
    desk.hold({ ...at('100.5'), d: '100' }, 61_000);
    expect(desk.states()).toBe('fresh fresh fresh fresh');
    desk.hold({ ...at('100.51'), d: '100' }, 250);
    expect(desk.states()).toBe('fresh fresh fresh stopped');
    expect(desk.report()).toMatchObject({ counted: 3, ticks: 10_051 });
    expect(desk.source('d').ageMs).toBeGreaterThan(60_000);
    desk.hold({ ...at('100.51'), d: '100.01' }, 250);
    expect(desk.states()).toBe('fresh fresh fresh fresh');
  });

  test('is not, as long as it has stood for less than a minute, or nobody moved', () => {
    const desk = new Desk();
    desk.hold({ ...at('100'), d: '100' }, 1_000);
    desk.hold({ ...at('102'), d: '100' }, 58_500);
    expect(desk.states()).toBe('fresh fresh fresh fresh');
    desk.hold({ ...at('102'), d: '100' }, 1_500);
    expect(desk.states()).toBe('fresh fresh fresh stopped');
    const quiet = new Desk();
    quiet.hold({ ...at('100'), d: '101' }, 600_000);
    expect(quiet.states()).toBe('fresh fresh fresh fresh');
  });

  test('is believed as long as any other stands too: one who lies cannot have them left out', () => {
    const desk = new Desk();
    const quiet = { a: '100', b: '100.5', c: '101.5' };
    desk.hold({ ...quiet, d: '98.5' }, 61_000);
    desk.hold({ ...quiet, d: '103' }, 61_000);
    expect(desk.states()).toBe('fresh fresh fresh fresh');
    expect(desk.report()).toMatchObject({ counted: 4, ticks: 10_100 });
  });

  test('counts at once when it was silent and comes back with the same price', () => {
    const desk = new Desk();
    desk.hold({ ...at('100'), d: '101' }, 1_000);
    desk.hold(at('101'), 600_000);
    desk.hold({ ...at('101'), d: '101' }, 250);
    expect(desk.states()).toBe('fresh fresh fresh fresh');
  });

  test('of few ticks may be one of them away', () => {
    const desk = new Desk();
    desk.hold({ ...at('0.05'), d: '0.05' }, 1_000);
    desk.hold({ ...at('0.06'), d: '0.05' }, 70_000);
    expect(desk.states()).toBe('fresh fresh fresh fresh');
  });
});

describe('a source that lies', () => {
  const honest = { a: '100', b: '100.1', c: '100.2' };

  test('is left out beyond the band and counts again after it agreed for five seconds', () => {
    const desk = new Desk();
    expect(desk.hold({ ...honest, d: '100.3' }, 1_000)).toBe(10_015);
    // The median is 100.15: 3 % of it is 3.0045.
    expect(desk.hold({ ...honest, d: '103.15' }, 250)).toBe(10_015);
    expect(desk.hold({ ...honest, d: '103.16' }, 250)).toBe(10_010);
    expect(desk.states()).toBe('fresh fresh fresh lying');
    expect(desk.hold({ ...honest, d: '100.3' }, 4_750)).toBe(10_010);
    expect(desk.hold({ ...honest, d: '100.3' }, 250)).toBe(10_015);
    expect(desk.states()).toBe('fresh fresh fresh fresh');
  });

  test('is not believed again because it is alone with one other, or was silent', () => {
    const desk = new Desk();
    desk.hold({ ...honest, d: '110' }, 1_000);
    // Near enough to a mean of two, but of two nobody can say which one is wrong.
    expect(desk.hold({ a: '100', d: '104' }, 20_000)).toBe(0);
    desk.hold({ a: '100' }, 20_000);
    expect(desk.hold({ ...honest, d: '104' }, 250)).toBe(10_010);
    expect(desk.source('d').state).toBe('lying');
  });

  test('two against two: there is no index', () => {
    const desk = new Desk();
    expect(desk.hold({ a: '100', b: '100', c: '110', d: '110' }, 10_000)).toBe(0);
    expect(desk.states()).toBe('disagree disagree disagree disagree');
  });

  test('of two who are apart nobody lies; they count again once they agree, or a third says who is right', () => {
    const desk = new Desk();
    expect(desk.hold({ a: '100', b: '110' }, 10_000)).toBe(0);
    expect(desk.states()).toBe('disagree disagree stopped stopped');
    expect(desk.hold({ a: '100', b: '101' }, 4_750)).toBe(0);
    expect(desk.hold({ a: '100', b: '101' }, 500)).toBe(10_050);
    expect(desk.states()).toBe('fresh fresh stopped stopped');
    desk.hold({ a: '100', b: '110' }, 1_000);
    desk.hold({ a: '100', b: '110', c: '100' }, 250);
    expect(desk.source('b').state).toBe('lying');
  });

  test('of three who are all apart nobody lies either', () => {
    const desk = new Desk();
    expect(desk.hold({ a: '100', b: '110', c: '120' }, 10_000)).toBe(0);
    expect(desk.states()).toBe('disagree fresh disagree stopped');
  });

  test('those who are right are believed when they come back into the majority', () => {
    const desk = new Desk();
    expect(desk.hold({ c: '110', d: '110' }, 1_000)).toBe(11_000);
    expect(desk.hold({ a: '100', c: '110', d: '110' }, 1_000)).toBe(11_000);
    desk.hold({ a: '100', b: '100', c: '110' }, 12_000);
    expect(desk.report()).toMatchObject({ ticks: 10_000, counted: 2 });
  });

  test.each([
    ['NaN', 'form'],
    [undefined, 'form'],
    ['-1', 'negative'],
    ['0', 'zero'],
    ['1.00001', 'digits'],
    ['99999999999999999', 'range'],
  ])('the price %j is refused by name, counted and not used', (price, fault) => {
    const desk = new Desk();
    desk.tell({ a: '100', b: '100', c: '100', d: '101' });
    expect(desk.tell({ d: price, own: price })).toEqual([fault, fault]);
    expect(desk.source('d')).toMatchObject({ ticks: 10_100, refused: { [fault]: 1 } });
    expect(desk.source('a').refused).toMatchObject({ [fault]: 0 });
  });

  test('times that are none, ahead of ours or before the last one are refused', () => {
    const desk = new Desk();
    expect(desk.tell({ a: '100' }, START + 1_000)).toEqual([null]);
    expect(desk.tell({ a: '101' }, START + 1_001)).toEqual(['future']);
    expect(desk.tell({ a: '102' }, START + 999)).toEqual(['back']);
    for (const time of [Number.NaN, 0, -1, 1.5, Number.POSITIVE_INFINITY]) {
      expect(desk.tell({ a: '103' }, time)).toEqual(['time']);
    }
    const refused = { future: 1, back: 1, time: 5 };
    expect(desk.source('a')).toMatchObject({ ticks: 10_000, refused });
  });

  test('who nobody named is refused and counted', () => {
    const desk = new Desk();
    expect(desk.tell({ e: '100' })).toEqual(['unknown']);
    const stranger = { source: 'a', instrument: 9, price: '100', time: START };
    expect(desk.maker.take(stranger, START)).toBe('unknown');
    expect(desk.maker.unknown).toBe(2);
  });
});

describe('how fast it moves', () => {
  const all = (price: string) => ({ a: price, b: price, c: price, d: price });

  test('at most 5 % within a second, and it says that it is held', () => {
    const desk = new Desk();
    desk.hold(all('100'), 2_000);
    expect(desk.hold(all('112'), 250)).toBe(10_500);
    expect(desk.report().state).toBe('held');
    expect(desk.hold(all('112'), 750)).toBe(10_500);
    expect(desk.hold(all('112'), 250)).toBe(11_025);
    expect(desk.hold(all('112'), 1_000)).toBe(11_200);
    expect(desk.report().state).toBe('sound');
    // Down: 112 / 1.05, up.
    expect(desk.hold(all('50'), 1_000)).toBe(10_667);
  });

  test('a price of few ticks can move by one', () => {
    const desk = new Desk();
    desk.hold(all('0.03'), 1_000);
    expect(desk.hold(all('0.09'), 250)).toBe(4);
    expect(desk.hold(all('0.01'), 1_000)).toBe(3);
  });

  test('after an outage it goes on from where it was', () => {
    const desk = new Desk();
    desk.hold(all('100'), 1_000);
    desk.now += 600_000;
    expect(desk.due()).toEqual([]);
    expect(desk.hold(all('120'), 250)).toBe(10_500);
  });
});

describe('what the core hears', () => {
  const all = (price: string) => ({ a: price, b: price, c: price });

  test('four times a second what changed, each second all, far moves at once', () => {
    const desk = new Desk();
    const heard: string[] = [];
    const at = (ms: number, price: string): void => {
      desk.now = START + ms;
      desk.tell(all(price));
      const due = desk.due();
      if (due.length > 0) heard.push(`${ms}: ${due[1]}`);
    };
    at(0, '100');
    at(50, '100.01');
    at(249, '100.02');
    at(250, '100.03');
    at(500, '100.03');
    at(600, '100.08');
    at(650, '100.09');
    at(750, '100.09');
    at(1_000, '100.09');
    at(1_250, '100.09');
    at(2_000, '100.09');
    expect(heard).toEqual([
      '0: 10000',
      '250: 10003',
      // 5 bp of 10,003 are 5 ticks: at 600 it had moved by no more.
      '650: 10009',
      '1000: 10009',
      '2000: 10009',
    ]);
  });

  test('indices go on where they were when others are made too', () => {
    const desk = new Desk();
    desk.hold({ ...all('100'), d: '120' }, 2_000);
    desk.maker.add([terms(), terms(4)]);
    expect(desk.states()).toBe('fresh fresh fresh lying');
    expect(desk.hold(all('120'), 250)).toBe(10_500);
    expect(desk.maker.reports(desk.now)).toHaveLength(2);
  });

  test('all contracts in one command', () => {
    const maker = new IndexMaker([terms(3), terms(4, 3), terms(7)]);
    for (const instrument of [3, 4]) {
      for (const source of ['a', 'b']) {
        maker.take({ source, instrument, price: '2.5', time: START }, START);
      }
    }
    expect(maker.make(START)?.entries).toEqual([3, 250, 4, 2_500]);
  });

  test('a clock that goes back stands still', () => {
    const desk = new Desk();
    desk.tell(all('100'));
    expect(desk.due()).toEqual([BTC, 10_000]);
    desk.now -= 3_600_000;
    desk.tell(all('101'), START + 1);
    expect(desk.due()).toEqual([BTC, 10_100]);
    expect(desk.report().toldAgeMs).toBe(0);
  });

  test('health is told by what the core heard', () => {
    const desk = new Desk();
    const health = () => pricesHealth(desk.maker.reports(desk.now));
    expect(health()).toEqual({ state: 'starting', detail: 'no index price yet: S3' });
    desk.hold(all('100'), 1_000);
    expect(health()).toEqual(PART_OK);
    desk.now += INDEX_LATE_MS;
    expect(health()).toEqual({ state: 'degraded', detail: 'no index price: S3' });
  });
});

describe('terms and rules', () => {
  const one = terms();
  const [a, b, , , own] = one.sources;
  const strange = { name: 'x', weight: 1, scale: -1 } as const;
  test.each([
    ['S3: sources that count is 2', { ...one, sources: [a!, b!, own!] }],
    ['S3: sources of one name is 1', { ...one, sources: [...one.sources, a!] }],
    ['S3: priceScale is 19', { ...one, priceScale: 19 }],
    ['S3: scale of x is -1', { ...one, sources: [...one.sources, strange] }],
  ])('%s', (message, broken) => {
    expect(() => new IndexMaker([broken])).toThrow(message);
  });

  test('rules name the field and the limit', () => {
    const rules = { ...INDEX_RULES, sourcesMin: 1 };
    expect(() => new IndexMaker([one], rules)).toThrow('sourcesMin is 1; it must be');
    const five = { ...INDEX_RULES, sourcesMin: 5 };
    expect(() => new IndexMaker([one], five)).toThrow('sources that count is 4');
  });
});
