/** Positions with little margin in contracts, as a TruthMarket. */
import type { Core } from '@halcyon/core';
import {
  AccountKind,
  type Command,
  type CommandInput,
  CommandKind,
  FIRST_USER_ID,
  OrderType,
} from '@halcyon/domain';
import { ALL_FUTURES, FuturesGenerator } from '../core/futures-generator.ts';
import type { TruthMarket } from './truth.ts';
import { stampAndApply } from './truth-trial.ts';

const USDT = 1;
const COIN = 100_000_000;
const FUNDS = 10n ** 15n;
const FUTURES = AccountKind.usdtFutures;

/** Prices always name a contract, as those of an exchange do: no price is no news for paper. */
class Flow extends FuturesGenerator {
  override next(): Command {
    const command = super.next();
    const says = command.kind !== CommandKind.prices || command.entries.length > 0;
    return says ? command : this.next();
  }
}

/** Few contracts; the trader brings little and borrows much. */
export class FuturesTruth implements TruthMarket {
  readonly flow: FuturesGenerator;
  /** What the trader has brought, and how much of it a position needs. */
  private coins = 0;
  private leverage = 1;

  constructor(seed: number) {
    this.flow = new Flow(seed, { ...ALL_FUTURES, swing: 300 });
  }

  /** Most live users are rich: else any order of the trader would have some of them liquidated. */
  fundUsers(live: Core, time: number): void {
    for (let user = FIRST_USER_ID; user < live.state.users.count; user++) {
      fund(live, user * 8, time);
      if (user % 6 === 0) continue;
      const [from, to] = [user * 8, user * 8 + FUTURES];
      const moved = { from, to, asset: USDT, amount: FUNDS / 4n, clientId: '' };
      stampAndApply(live, { kind: CommandKind.transfer, ...moved }, time);
    }
  }

  openTrader(core: Core, time: number): number {
    const [{ id }] = stampAndApply(core, { kind: CommandKind.openUser, simulated: false }, time);
    fund(core, id * 8, time);
    return id * 8 + FUTURES;
  }

  prelude(): readonly CommandInput[] {
    const { random } = this.flow;
    this.coins = random.int(3, 30);
    this.leverage = random.pick([25, 50, 50, 75, 75]);
    const { leverage } = this;
    const inputs: CommandInput[] = [this.transfer(this.coins * COIN)];
    const account = 0;
    if (random.chance(0.04)) {
      inputs.push({ kind: CommandKind.setPositionMode, account, mode: 1 });
    }
    for (const instrument of [1, 2, 3]) {
      if (random.chance(0.4)) {
        inputs.push({ kind: CommandKind.setMarginMode, account, instrument, mode: 1 });
      }
      inputs.push({ kind: CommandKind.setLeverage, account, instrument, leg: 0, leverage });
    }
    return inputs;
  }

  /** Mostly a position at once, of what the money allows, so that the window sees more of it. */
  draw({ state }: Core): CommandInput {
    const { random } = this.flow;
    const order = this.flow.orderOf(0);
    if (order.kind !== CommandKind.place || random.chance(0.2)) return order;
    const { contract, instrument } = state.markets[order.instrument]!;
    const lot = contract!.index / 10 ** (instrument.priceScale + instrument.quantityScale);
    const most = (this.coins * this.leverage) / lot;
    const quantity = Math.max(1, Math.floor((most * random.int(40, 80)) / 100));
    return { ...order, type: OrderType.market, timeInForce: 0, price: 0, options: 0, quantity };
  }

  meanwhile(): CommandInput | null {
    const { random } = this.flow;
    if (!random.chance(0.05)) return null;
    const dice = random.next();
    if (dice < 0.7) return this.flow.orderOf(0);
    if (dice < 0.85) return this.transfer(random.int(-40, 40) * COIN || COIN);
    const amount = random.int(-10, 10) * COIN || COIN;
    return { kind: CommandKind.changeMargin, account: 0, instrument: 1, leg: 0, amount };
  }

  /** Between the two accounts of the trader. @param units < 0 = out of the futures account */
  private transfer(units: number): CommandInput {
    const [from, to] = units > 0 ? [-FUTURES, 0] : [0, -FUTURES];
    const amount = BigInt(Math.abs(units));
    return { kind: CommandKind.transfer, from, to, asset: USDT, amount, clientId: '' };
  }
}

function fund(core: Core, account: number, time: number): void {
  const by = { actor: 'test', reason: 'funds', reference: '' };
  const deposit = { kind: CommandKind.deposit, account, from: 0, asset: USDT, ...by } as const;
  stampAndApply(core, { ...deposit, amount: FUNDS }, time);
}
