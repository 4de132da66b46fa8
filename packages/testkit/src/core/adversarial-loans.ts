/** A storm of adversaries on margin accounts: as adversarial-storm.ts, where coins and cash are lent. */

import {
  type LoanAttack,
  loanChance,
  loanHolder,
  loanMaker,
  remainders,
  restingLoans,
  thinLiquidation,
  washSpot,
} from './loan-attacks.ts';
import { TestRandom } from './random.ts';
import { ThinLoanMarket } from './thin-loan-market.ts';
import type { IndexMode } from './thin-market.ts';

/** By name: a failing path says which it had. */
export const LOAN_ATTACKS: Readonly<Record<string, LoanAttack>> = {
  ...{ thinLiquidation, restingLoans, washSpot, remainders, loanChance },
};

const ROUNDS = 120;
const BANDS = [20_000, 50_000, 100_000, 300_000] as const;
const FUNDS = [2_000, 100_000, 1_000_000] as const;

/** What one path is made of, where it is not left to its seed. */
export interface LoanPathChoice {
  readonly attacks?: readonly string[];
  readonly index?: IndexMode;
  readonly honest?: number;
}

/** One path. */
export class AdversarialLoans {
  readonly market: ThinLoanMarket;
  readonly attacks: readonly string[];
  readonly index: IndexMode;
  private readonly random: TestRandom;
  private readonly people: readonly Generator<void>[];

  constructor(seed: number, choice: LoanPathChoice = {}) {
    const random = new TestRandom(seed);
    this.random = random;
    this.market = new ThinLoanMarket(random, random.pick(BANDS), random.pick(FUNDS));
    this.index = choice.index ?? random.pick(['flat', 'flat', 'silent', 'jumping'] as const);
    const names = Object.keys(LOAN_ATTACKS);
    const drawn = Array.from({ length: random.int(2, 5) }, () => random.pick(names));
    this.attacks = choice.attacks ?? drawn;
    const honest = choice.honest ?? random.int(0, 5);
    const others = Array.from({ length: honest }, () => random.pick([loanMaker, loanHolder]));
    const started = [...others, ...this.attacks.map((name) => LOAN_ATTACKS[name]!)];
    this.people = started.map((start) => start(this.market));
  }

  /** @param look is called after every round */
  run(look: (market: ThinLoanMarket) => void): void {
    const { market, random } = this;
    for (let round = 0; round < ROUNDS; round++) {
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
    const long = random.chance(0.15);
    market.wait(long ? random.pick([11_000, 65_000, 3_600_000]) : random.int(20, 3_000));
    if (this.index === 'silent' && random.chance(0.7)) return;
    let { index } = market;
    if (this.index === 'jumping' && random.chance(0.2)) {
      const by = random.chance(0.7) ? random.int(-15, 15) / 1_000 : random.int(-250, 250) / 1_000;
      index = Math.max(10_000, Math.round(index * (1 + by)));
    }
    market.say(index);
    if (random.chance(0.8)) market.settle();
  }
}
