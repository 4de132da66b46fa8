/** INV-32: what a root of reserves says to be owed to an owner is what the owner is shown, in all its accounts. */
import { Core, liabilitiesOf } from '@halcyon/core';
import {
  AccountKind,
  type AssetId,
  accountOf,
  type Command,
  type Event,
  FIRST_USER_ID,
  marginUnitsOf,
  type UserId,
} from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { FuturesGenerator } from '../../testkit/src/core/futures-generator.ts';
import { CommandGenerator } from '../../testkit/src/core/generator.ts';
import { MarginGenerator } from '../../testkit/src/core/margin-generator.ts';
import { seedOf } from '../../testkit/src/core/test-seed.ts';
import { Views } from '../src/index.ts';

const COMMANDS = 6_000;
const LOOK_EVERY = 50;
/** Margin units by which what is shown of an account may be less: a part of one is cut a position. */
const CUT = 16n;
const { spot, funding, crossMargin, isolatedMargin, usdtFutures } = AccountKind;
const BALANCES = [spot, funding, crossMargin, isolatedMargin];

interface Stream {
  opening(): Command[];
  next(): Command;
  learn(events: readonly Event[]): void;
}

/** A core under random commands, with the views that answers are read from. */
class Shown {
  readonly core = new Core();
  readonly views = new Views();
  readonly #generator: Stream;

  constructor(generator: Stream) {
    this.#generator = generator;
    for (const command of generator.opening()) this.#apply(command);
  }

  step(): void {
    this.#apply(this.#generator.next());
  }

  #apply(command: Command): void {
    this.core.apply(command);
    const { log, seq, time } = this.core.state;
    const events = log.decode();
    log.reset();
    this.views.apply({ firstSeq: this.views.seq + 1, lastSeq: seq, time, events });
    this.#generator.learn(events);
  }

  /** Units of each asset that a user is shown: balances, less debts, and the equity of contracts. */
  ofUser(user: UserId, add: (asset: AssetId, units: bigint) => void): void {
    const { views } = this;
    for (const kind of BALANCES) {
      const account = accountOf(user, kind);
      for (const { asset, available, held } of views.balances(account)) {
        add(asset, available + held);
      }
      for (const { asset, principal, interest } of views.loans.debts(account)) {
        add(asset, -BigInt(principal + interest));
      }
    }
    const figures = views.contracts.accountFigures(accountOf(user, usdtFutures));
    if (figures === undefined) return;
    add(figures.settle, BigInt(figures.equity) * BigInt(this.unit(figures.settle)));
  }

  /** Settle units in a margin unit. */
  unit(asset: AssetId): number {
    return marginUnitsOf(this.views.asset(asset)!.scale);
  }
}

describe.each([
  ['spot', new CommandGenerator(seedOf())],
  ['contracts', new FuturesGenerator(seedOf())],
  ['loans', new MarginGenerator(seedOf())],
])('a random history of %s', (name, generator) => {
  test('INV-32 each owner is owed what it is shown, sub-accounts with it', () => {
    const shown = new Shown(generator);
    let compared = 0;
    for (let n = 1; n <= COMMANDS; n++) {
      shown.step();
      if (n % LOOK_EVERY === 0) compared += compare(shown);
    }
    expect(compared, name).toBeGreaterThan(COMMANDS / LOOK_EVERY);
  });
});

/** @returns amounts that were compared */
function compare(shown: Shown): number {
  const { views, core } = shown;
  const owed = liabilitiesOf(core.state).map(({ owners }) => new Map(owners));
  let compared = 0;
  for (const owner of views.owners(FIRST_USER_ID, 1_000)) {
    if (views.isSimulated(owner)) continue;
    const told = new Map<AssetId, bigint>();
    for (const user of [owner, ...views.subAccounts(owner)]) {
      shown.ofUser(user, (asset, units) => told.set(asset, (told.get(asset) ?? 0n) + units));
    }
    for (const [asset, owners] of owed.entries()) {
      const units = owners.get(owner) ?? { owed: 0n, owing: 0n };
      const cut = units.owed - units.owing - (told.get(asset) ?? 0n);
      const where = `asset ${asset} of owner ${owner} at ${core.state.seq}`;
      expect(cut >= 0n, `${where}: ${cut}`).toBe(true);
      expect(cut <= CUT * BigInt(shown.unit(asset)), `${where}: ${cut}`).toBe(true);
      if (!views.contracts.accountFigures(accountOf(owner, usdtFutures))) expect(cut).toBe(0n);
      if (owners.has(owner)) compared += 1;
    }
  }
  return compared;
}
