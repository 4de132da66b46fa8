/** Random commands with parent orders among them. */
import {
  type Command,
  type CommandInput,
  CommandKind,
  type Event,
  EventKind,
} from '@halcyon/domain';
import { CommandGenerator } from './generator.ts';

const MEMORY = 60;

/** The stream of `CommandGenerator`, every fourth command about a parent order. */
export class ParentGenerator extends CommandGenerator {
  private readonly parents: { readonly id: number; readonly account: number }[] = [];

  override next(): Command {
    if (this.random.chance(0.03)) return this.stampNext({ kind: CommandKind.tick });
    if (!this.random.chance(0.25)) return super.next();
    return this.stampNext(this.parent());
  }

  override learn(events: readonly Event[]): void {
    super.learn(events);
    for (const event of events) {
      if (event.kind !== EventKind.parentOrderSet) continue;
      const { parent: id, account } = event;
      if (!this.parents.some((known) => known.id === id)) this.parents.push({ id, account });
      if (this.parents.length > MEMORY) this.parents.shift();
    }
  }

  private parent(): CommandInput {
    const { random } = this;
    if (this.parents.length === 0 || random.chance(0.5)) return this.placeParent();
    const { id, account } = random.pick(this.parents);
    const stranger = random.chance(0.03);
    const named = random.chance(0.05)
      ? { account, order: 0, clientId: `p${random.int(1, 9)}` }
      : { account: stranger ? this.account() : account, order: id, clientId: '' };
    const way = random.next();
    if (way < 0.25) return { kind: CommandKind.cancelParent, ...named };
    if (way < 0.65) {
      return { kind: CommandKind.pauseParent, ...named, paused: random.chance(0.45) };
    }
    const instrument = random.int(0, 1);
    const some = (value: number): number => (random.chance(0.5) ? value : 0);
    return {
      kind: CommandKind.amendParent,
      ...named,
      price: some(this.price(instrument)),
      farPrice: some(this.price(instrument)),
      quantity: some(this.lots(instrument, 90)),
      slices: some(random.int(1, 6)),
      visible: some(this.lots(instrument, 20)),
      ...(random.chance(0.1) ? { slippage: random.int(1, 100_001) } : {}),
    };
  }

  private placeParent(): CommandInput {
    const { random } = this;
    const instrument = random.int(0, 1);
    const side = random.int(0, 1) as 0 | 1;
    const parentKind = random.int(0, 3) as 0 | 1 | 2 | 3;
    if (parentKind >= 2) return this.placeWorked(instrument, side, parentKind as 2 | 3);
    const scaled = parentKind === 0;
    return {
      kind: CommandKind.placeParent,
      account: this.account(),
      instrument: random.chance(0.01) ? 7 : instrument,
      side,
      parentKind,
      selfTrade: random.pick([0, 0, 1, 2, 3] as const),
      postOnly: random.chance(0.3),
      clientId: random.chance(0.2) ? `p${random.int(1, 9)}` : '',
      price: this.quote(instrument, side),
      farPrice: scaled ? this.quote(instrument, side) : 0,
      quantity: this.lots(instrument, 120) + (random.chance(0.01) ? 0.5 : 0),
      slices: scaled ? random.pick([1, 2, 3, 4, 5, 7, 51]) : 0,
      visible: scaled
        ? 0
        : random.pick([0, 1.5, ...[5, 20, 30].map((most) => this.lots(instrument, most))]),
    };
  }

  /** One that follows the time or the book. */
  private placeWorked(instrument: number, side: 0 | 1, parentKind: 2 | 3): CommandInput {
    const { random } = this;
    const twap = parentKind === 2;
    return {
      kind: CommandKind.placeParent,
      account: this.account(),
      instrument,
      side,
      parentKind,
      selfTrade: random.pick([0, 0, 1, 2, 3] as const),
      postOnly: twap === random.chance(0.02),
      clientId: random.chance(0.2) ? `p${random.int(1, 9)}` : '',
      price: twap && random.chance(0.5) ? 0 : this.price(instrument),
      farPrice: random.chance(0.01) ? 100 : 0,
      quantity: this.lots(instrument, twap ? 400 : 120) + (random.chance(0.01) ? 0.5 : 0),
      slices: twap ? random.pick([1, 2, 3, 5, 12, 29, 40, 1_001]) : 0,
      visible: 0,
      ...(twap
        ? {
            duration: random.pick([29_999, 30_000, 30_001, 60_000, 3_600_000, 86_400_001]),
            slippage: random.pick([0, 0, 1_000, 20_000, 100_001]),
          }
        : {}),
    };
  }
}
