/**
 * What plays the examples of the documents of rules: scenario tables, with lines for many at once.
 *
 *   p1 to p3: longs 1 @ 100-n         -> ok                    p1 at 99, p2 at 98, p3 at 97
 *   in sum: index 90                  -> ok, 1 mark, 3 liquidated
 *   ann rank                          -> 5                     in deleveraging
 *   told                              -> tape 2, candle 1, day 1   lots of BTC
 */
import { NEWEST_RULES } from '@halcyon/core';
import type { Command, ContractTerms, Event, InstrumentLimits, Outcome } from '@halcyon/domain';
import { Views } from '@halcyon/views';
import { FuturesScenario, SMALL_TERMS } from '../../packages/testkit/src/core/futures-scenario.ts';
import { MarginScenario } from '../../packages/testkit/src/core/margin-scenario.ts';

type Terms = Readonly<Record<string, number>>;

/** Limits of an instrument that an example may name beside the terms of its contract. */
const LIMITS: readonly string[] = ['quantityMin', 'quantityMax', 'notionalMin', 'openOrdersMax'];

/** Plays examples of contracts. */
export class ContractExamples extends FuturesScenario {
  /** Made with the first command, which the constructor of `Scenario` sends. */
  declare private views: Views | undefined;

  /** @param given terms and limits that differ; `leverageMax` is that of each tier at most,
   *   `digits` the decimals of a tick times a lot */
  constructor({ digits = 0, leverageMax = Number.POSITIVE_INFINITY, ...given }: Terms) {
    const parts: [terms: Partial<ContractTerms>, limits: Partial<InstrumentLimits>] = [{}, {}];
    for (const [key, value] of Object.entries(given)) {
      Object.assign(parts[LIMITS.includes(key) ? 1 : 0], { [key]: value });
    }
    const tiers = SMALL_TERMS.tiers.map((tier) => ({
      ...tier,
      leverageMax: Math.min(leverageMax, tier.leverageMax),
    }));
    super({ tiers, ...parts[0] }, parts[1], NEWEST_RULES, digits);
  }

  protected override apply(command: Command): { outcome: Outcome; events: readonly Event[] } {
    const result = super.apply(command);
    const { seq, time } = command;
    this.views ??= new Views();
    this.views.apply({ firstSeq: seq, lastSeq: seq, time, events: result.events as Event[] });
    return result;
  }

  protected override execute(line: string): string {
    const [actor = '', verb] = line.split(' ');
    if (actor === 'told') return this.told();
    if (verb !== 'rank') return forMany(line, (each) => super.execute(each));
    const ranks = this.views!.contracts.deleveragingRanks(this.account(actor));
    return ranks.map(({ rank }) => rank).join(', ');
  }

  /** Lots of the contract on the tape, in its candles of a minute, and in its volume of 24 hours. */
  private told(): string {
    const views = this.views!;
    const tape = views.trades(this.traded, 100).reduce((sum, { quantity }) => sum + quantity, 0);
    const candles = views.candles(this.traded, '1m').map(({ baseVolume }) => baseVolume);
    const candle = candles.reduce((sum, volume) => sum + volume, 0n);
    return `tape ${tape}, candle ${candle}, day ${views.ticker(this.traded).baseVolume}`;
  }
}

/** Plays examples of margin accounts. */
export class MarginExamples extends MarginScenario {
  protected override execute(line: string): string {
    return forMany(line, (each) => super.execute(each));
  }
}

/** Runs a line, or what it says of many. */
function forMany(line: string, run: (line: string) => string): string {
  if (line.startsWith('in sum: ')) return inSum(run(line.slice('in sum: '.length)));
  const [, first, last, command = ''] = /^p(\d+) to p(\d+): (.*)$/.exec(line) ?? [];
  if (first === undefined) return run(line);
  for (let n = Number(first); n <= Number(last); n++) {
    const own = command.replace(/(\d+)-n/, (_, from) => String(Number(from) - n));
    const answer = run(`p${n} ${own}`);
    if (!answer.startsWith('ok')) return `p${n}: ${answer}`;
  }
  return 'ok';
}

/** How many there are of each word that events begin with. */
function inSum(answer: string): string {
  const [code, ...events] = answer.split(', ');
  const counts = new Map<string, number>();
  for (const event of events) {
    const [word = ''] = event.split(' ');
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [code, ...[...counts].map(([word, count]) => `${count} ${word}`)].join(', ');
}
