/**
 * A storm of adversaries: a coalition attacks a thin contract in several ways at once, among people who trade
 * honestly. Everything is drawn from a seed.
 */
import {
  type Attack,
  dustBook,
  hedged,
  higherLeverage,
  impactBook,
  oldQuotes,
  premium,
  restingLosses,
  sacrifice,
  swarm,
  washTrades,
} from './attacks.ts';
import { chance, holder, maker, plans } from './attacks-by-plans.ts';
import { TestRandom } from './random.ts';
import { type IndexMode, KINDS, ThinMarket } from './thin-market.ts';

/** By name: a failing path says which it had. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  ...{ washTrades, dustBook, impactBook, sacrifice, restingLosses, higherLeverage },
  ...{ hedged, swarm, oldQuotes, premium, plans, chance },
};

const ROUNDS = 80;
const FUNDS = [2_000, 100_000, 1_000_000] as const;

/** What one path is made of, where it is not left to its seed. */
export interface PathChoice {
  readonly attacks?: readonly string[];
  readonly index?: IndexMode;
  readonly rounds?: number;
  readonly honest?: number;
}

/** One path. */
export class AdversarialStorm {
  readonly market: ThinMarket;
  readonly attacks: readonly string[];
  readonly index: IndexMode;
  private readonly random: TestRandom;
  private readonly rounds: number;
  private readonly people: readonly Generator<void>[];

  constructor(seed: number, choice: PathChoice = {}) {
    const random = new TestRandom(seed);
    this.random = random;
    this.market = new ThinMarket(random, random.pick(KINDS), random.pick(FUNDS));
    this.index = choice.index ?? random.pick(['flat', 'flat', 'silent', 'jumping'] as const);
    const names = Object.keys(ATTACKS);
    const drawn = Array.from({ length: random.int(2, 6) }, () => random.pick(names));
    this.attacks = choice.attacks ?? drawn;
    this.rounds = choice.rounds ?? ROUNDS;
    const honest = choice.honest ?? random.int(0, 6);
    const others = Array.from({ length: honest }, () => random.pick([maker, holder, holder]));
    const started = [...others, ...this.attacks.map((name) => ATTACKS[name]!)];
    this.people = started.map((start) => start(this.market));
  }

  /** @param look is called after every round */
  run(look: (market: ThinMarket) => void): void {
    const { market, random } = this;
    for (let round = 0; round < this.rounds; round++) {
      for (const person of this.people) {
        if (random.chance(0.85)) person.next();
        if (random.chance(0.3)) market.settle();
      }
      this.pass();
      look(market);
    }
    market.say();
    market.settle();
    market.audit.conclude();
  }

  /** Time passes; the index comes, or does not. */
  private pass(): void {
    const { market, random } = this;
    const long = random.chance(0.05);
    market.wait(long ? random.pick([11_000, 65_000, 3_600_000]) : random.int(20, 1_500));
    const silent = this.index === 'silent' && random.chance(0.7);
    if (silent) return;
    if (this.index === 'jumping' && random.chance(0.2)) {
      const by = random.chance(0.7) ? random.int(-15, 15) / 1_000 : random.int(-250, 250) / 1_000;
      market.index = Math.max(1_000, Math.round(market.index * (1 + by)));
    }
    market.say();
    if (random.chance(0.8)) market.settle();
  }
}
