/** Orders of all kinds in spot pairs, as a TruthMarket. */
import type { Core } from '@halcyon/core';
import { type CommandInput, CommandKind } from '@halcyon/domain';
import { CommandGenerator } from '../core/generator.ts';
import type { Weights } from '../core/generator-weights.ts';
import { drawOrder } from './paper-orders.ts';
import type { TruthMarket } from './truth.ts';
import { stampAndApply } from './truth-trial.ts';

const FUNDS: readonly bigint[] = [10n ** 12n, 10n ** 15n, 10n ** 12n];
const INSTRUMENTS = 2;

/** Two spot pairs whose traders have more money than their orders need. */
export class SpotTruth implements TruthMarket {
  readonly flow: CommandGenerator;

  constructor(seed: number, weights: Weights) {
    this.flow = new CommandGenerator(seed, weights);
  }

  fundUsers(live: Core, time: number): void {
    const { users } = live.state;
    for (let user = 16; user < users.count; user++) fund(live, user * 8, time);
    // The generator's operator changes the first number after its users: the trader is the second.
    stampAndApply(live, { kind: CommandKind.openUser, simulated: false }, time);
  }

  openTrader(core: Core, time: number): number {
    const [{ id }] = stampAndApply(core, { kind: CommandKind.openUser, simulated: false }, time);
    fund(core, id * 8, time);
    return id * 8;
  }

  prelude(): readonly CommandInput[] {
    return [];
  }

  draw({ state }: Core): CommandInput {
    const { random } = this.flow;
    return drawOrder(random, state, random.int(0, INSTRUMENTS - 1));
  }

  meanwhile(): null {
    return null;
  }
}

function fund(core: Core, account: number, time: number): void {
  const by = { actor: 'test', reason: 'funds', reference: '' };
  for (const [asset, amount] of FUNDS.entries()) {
    const kind = CommandKind.deposit;
    stampAndApply(core, { kind, account, from: 0, asset, amount, ...by }, time);
  }
}
