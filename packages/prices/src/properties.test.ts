/** What holds of an index whatever its sources tell, as long as most of them are right. */
import { formatFixed, ppmFloor } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import { IndexMaker, type SourceQuote } from './index-maker.ts';
import type { IndexReport, SourceReport } from './reports.ts';
import { INDEX_RULES, JUDGES_MIN } from './terms.ts';

const START = 1_700_000_000_000;
const SCALE = 2;
const STEPS = 120;

function makerOf(count: number): IndexMaker {
  const sources = Array.from({ length: count }, (_, i) => {
    return { name: String(i), weight: 1, scale: SCALE } as const;
  });
  return new IndexMaker([{ instrument: 1, symbol: 'S', priceScale: SCALE, sources }]);
}

function quote(source: number, ticks: number, time: number): SourceQuote {
  return { source: String(source), instrument: 1, price: formatFixed(ticks, SCALE), time };
}

function indexOf(maker: IndexMaker, now: number): IndexReport {
  maker.make(now);
  return maker.reports(now)[0]!;
}

/** One step: how long it takes, how far the market moves, what each source does. */
interface Step {
  readonly ms: number;
  readonly movePpm: number;
  readonly acts: readonly {
    readonly quotes: boolean;
    readonly noisePpm: number;
    readonly lie: number;
  }[];
}

function steps(sources: number, noise: number): fc.Arbitrary<Step[]> {
  const act = fc.record({
    quotes: fc.boolean(),
    noisePpm: fc.integer({ min: -noise, max: noise }),
    lie: fc.oneof(
      fc.integer({ min: 1, max: 1e12 }),
      // Lies that are hard to see: within the band.
      fc.integer({ min: 96_000, max: 104_000 }),
    ),
  });
  const acts = fc.array(act, { minLength: sources, maxLength: sources });
  const ms = fc.integer({ min: 1, max: 700 });
  const movePpm = fc.integer({ min: -300, max: 300 });
  const step = fc.record({ ms, movePpm, acts });
  return fc.array(step, { minLength: STEPS / 2, maxLength: STEPS });
}

/** Honest sources that are a majority of all, liars, and honest ones that stop half way. */
const CASTS = [
  { honest: 2, liars: 1, stopping: 0 },
  { honest: 2, liars: 1, stopping: 3 },
  { honest: 3, liars: 2, stopping: 1 },
  { honest: 4, liars: 3, stopping: 0 },
] as const;

/**
 * Plays the steps; `check` sees each index, the lowest and highest honest fresh price, and for how long
 * at least three were fresh and most of them honest.
 */
function play(
  cast: (typeof CASTS)[number],
  all: readonly Step[],
  check: (index: IndexReport, low: number, high: number, judgedMs: number) => void,
): void {
  const { honest, liars, stopping } = cast;
  const maker = makerOf(honest + liars + stopping);
  let market = 100_000;
  let now = START;
  let judgedSince = Number.POSITIVE_INFINITY;
  all.forEach(({ ms, movePpm, acts }, at) => {
    now += ms;
    market += Math.round((market * movePpm) / 1e6);
    acts.forEach(({ quotes, noisePpm, lie }, source) => {
      const lies = source >= honest && source < honest + liars;
      const stopped = source >= honest + liars && at > all.length / 2;
      if (stopped || (!quotes && at > 0)) return;
      const ticks = lies ? lie : market + Math.round((market * noisePpm) / 1e6);
      maker.take(quote(source, ticks, now), now);
    });
    const index = indexOf(maker, now);
    const right = index.sources.filter(({ name, ageMs }) => {
      const lies = Number(name) >= honest && Number(name) < honest + liars;
      return !lies && ageMs !== null && ageMs <= INDEX_RULES.freshMs;
    });
    const prices = right.map(({ ticks }) => ticks);
    const isFresh = ({ ageMs }: SourceReport): boolean =>
      ageMs !== null && ageMs <= INDEX_RULES.freshMs;
    const judged = prices.length > liars && index.sources.filter(isFresh).length >= JUDGES_MIN;
    judgedSince = judged ? Math.min(judgedSince, now) : Number.POSITIVE_INFINITY;
    // Where fewer are fresh than the liars there may be, nothing can be said.
    if (prices.length <= liars) return;
    check(index, Math.min(...prices), Math.max(...prices), now - judgedSince);
  });
}

describe.each(CASTS)('$honest honest sources, $liars that lie, $stopping that stop', (cast) => {
  const sources = cast.honest + cast.liars + cast.stopping;

  test('the index is within the honest prices when these agree within the band', () => {
    fc.assert(
      fc.property(steps(sources, 5_000), (all) => {
        play(cast, all, ({ ticks, state }, low, high, judgedMs) => {
          // Honest sources that were no majority for a while are left out until one has judged them.
          if (state === 'none' && judgedMs < INDEX_RULES.returnMs) return;
          expect(state).toBe('sound');
          expect(ticks).toBeGreaterThanOrEqual(low);
          expect(ticks).toBeLessThanOrEqual(high);
        });
      }),
    );
  });

  test('and never further than the band beyond them however much they differ', () => {
    fc.assert(
      fc.property(steps(sources, 80_000), (all) => {
        play(cast, all, ({ ticks, state }, low, high) => {
          if (state !== 'sound') return;
          expect(ticks).toBeGreaterThanOrEqual(low - ppmFloor(high, INDEX_RULES.apartPpm));
          expect(ticks).toBeLessThanOrEqual(high + ppmFloor(high, INDEX_RULES.apartPpm));
        });
      }),
    );
  });
});

test('a source that stopped does not move the index', () => {
  fc.assert(
    fc.property(steps(4, 3_000), (all) => {
      const [one, other] = [makerOf(4), makerOf(4)];
      let now = START;
      const told = all.slice(0, 20);
      for (const [at, { ms, acts }] of all.entries()) {
        now += ms;
        for (const [source, { noisePpm }] of acts.slice(0, 3).entries()) {
          const price = quote(source, 100_000 + Math.round(noisePpm / 10), now);
          for (const maker of [one, other]) maker.take(price, now);
        }
        if (at < told.length) one.take(quote(3, acts[3]!.lie, now), now);
        one.make(now);
        other.make(now);
        if (at === told.length) now += INDEX_RULES.freshMs;
        if (at > told.length) expect(indexOf(one, now).ticks).toBe(indexOf(other, now).ticks);
      }
    }),
  );
});

test('the order of arrival does not matter', () => {
  const told = fc.record({
    source: fc.integer({ min: 0, max: 3 }),
    price: fc.oneof(
      fc.integer({ min: 95_000, max: 105_000 }).map((ticks) => formatFixed(ticks, SCALE)),
      fc.constantFrom('NaN', '0', '-5', '1.234'),
    ),
    before: fc.integer({ min: -1_500, max: 7_000 }),
  });
  // One price a source and a time: of two the later one to arrive would count.
  const round = fc.uniqueArray(told, {
    selector: ({ source, before }) => source * 10_000 + before,
    minLength: 1,
    maxLength: 20,
  });
  const rounds = fc.array(
    round.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
      ),
    ),
    { minLength: 1, maxLength: 10 },
  );
  fc.assert(
    fc.property(rounds, (all) => {
      const [one, other] = [makerOf(4), makerOf(4)];
      all.forEach(([list, shuffled], at) => {
        // Far enough apart that no price of a round has the time of one before.
        const now = START + at * 10_000;
        const deliver = (maker: IndexMaker, quotes: typeof list) => {
          for (const { source, price, before } of quotes) {
            const time = now - before;
            maker.take({ source: String(source), instrument: 1, price, time }, now);
          }
          const { sources, ...index } = indexOf(maker, now);
          return { ...index, sources: sources.map(({ refused: _, ...source }) => source) };
        };
        expect(deliver(other, shuffled)).toEqual(deliver(one, list));
      });
    }),
  );
});

test('no two indices within a second are further apart than the pace', () => {
  fc.assert(
    fc.property(steps(3, 500_000), (all) => {
      const maker = makerOf(3);
      const made: { readonly at: number; readonly ticks: number }[] = [];
      let now = START;
      for (const { ms, acts } of all) {
        now += ms;
        const ticks = 100_000 + Math.round(acts[0]!.noisePpm / 10);
        for (const source of [0, 1, 2]) maker.take(quote(source, ticks, now), now);
        made.push({ at: now, ticks: indexOf(maker, now).ticks });
        for (const { at, ticks: earlier } of made) {
          if (now - at >= 1_000) continue;
          const [low, high] = [earlier, made.at(-1)!.ticks].sort((a, b) => a - b) as [
            number,
            number,
          ];
          expect(high).toBeLessThanOrEqual(low + ppmFloor(low, INDEX_RULES.pacePpm));
        }
      }
    }),
  );
});
