/** A core whose commands another venue follows: what they did, and what the follower may ask. */
import { type Core, NONE, ORDER_WORDS, OrderFlag, OrderWord, restingOrders } from '@halcyon/core';
import {
  type AmendCommand,
  type Command,
  CommandKind,
  type Event,
  type GhostMarks,
  InvariantError,
  ownerOf,
  type SelfTrade,
  type Side,
  SystemAccount,
  type TimeInForce,
} from '@halcyon/domain';

/** Terms of a resting order. */
export interface RestingTerms {
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly selfTrade: SelfTrade;
  readonly reduceOnly: boolean;
}

/** Applies commands one by one and answers about each. */
export class FollowedCore {
  readonly core: Core;
  private amendedOrder = 0;
  private amendedTerms: RestingTerms | null = null;

  constructor(core: Core) {
    this.core = core;
  }

  /** Applies a command; returns what it did. */
  apply(command: Command): Event[] {
    this.amendedTerms = null;
    if (command.kind === CommandKind.amend) this.note(command);
    this.core.apply(command);
    const { log } = this.core.state;
    const events = log.decode();
    log.reset();
    return events;
  }

  /** Terms of the order that the last command amended; null where it was not this one. */
  amended(order: number): RestingTerms | null {
    return this.amendedOrder === order ? this.amendedTerms : null;
  }

  /** Last and mark price of a spot pair, ticks; a contract's mark is told with its index. */
  prices(instrument: number): { readonly last: number; readonly mark: number } {
    const market = this.market(instrument);
    return { last: market.lastPrice, mark: market.contract === null ? market.markPrice() : 0 };
  }

  /** How old the index of a contract is. */
  lateness(instrument: number): number {
    return this.market(instrument).contract?.late ?? 0;
  }

  /** Prices of all contracts that have an index. */
  *marks(): Generator<GhostMarks> {
    for (const { instrument, contract } of this.core.state.markets) {
      if (contract === null || contract.index === 0) continue;
      const { index, mark, fundingRate, fundingTime, late } = contract;
      yield { instrument: instrument.id, index, mark, fundingRate, fundingTime, late };
    }
  }

  /** What the protection funds have, units by asset. */
  *funds(): Generator<readonly [asset: number, units: bigint]> {
    const { ledger, markets } = this.core.state;
    const settled = markets.filter(({ contract }) => contract !== null);
    for (const asset of new Set(settled.map(({ instrument }) => instrument.quote))) {
      yield [asset, ledger.available(ledger.slot(SystemAccount.insurance, asset))];
    }
  }

  /** Whose order counts as whose: a user with all its sub-accounts is one, by its root. */
  person(account: number): number {
    return this.core.state.users.rootOf(ownerOf(account));
  }

  /** All resting orders, with the person each belongs to. */
  *orders(): Generator<FollowedResting> {
    for (const resting of restingOrders(this.core.state)) {
      const { id, account, instrument, price, quantity, remaining, flags } = resting;
      const user = this.person(account);
      const terms = termsOf(flags);
      yield { order: id, user, account, instrument, terms, price, quantity, remaining };
    }
  }

  private market(instrument: number): Core['state']['markets'][number] {
    const market = this.core.state.markets[instrument];
    if (market === undefined) throw new InvariantError(`no instrument ${instrument}`);
    return market;
  }

  private note({ account, order, clientId }: AmendCommand): void {
    const { state } = this.core;
    const ended = state.users.endedCount(ownerOf(account));
    const id = order !== 0 ? order : state.clientIds.holder(account, clientId, state.time, ended);
    const slot = id === 0 ? NONE : state.orders.find(id);
    if (slot === NONE) return;
    this.amendedOrder = id;
    this.amendedTerms = termsOf(state.orders.i32[slot * ORDER_WORDS + OrderWord.flags]!);
  }
}

/** A resting order of a followed core. */
export interface FollowedResting {
  readonly order: number;
  readonly user: number;
  readonly account: number;
  readonly instrument: number;
  readonly terms: RestingTerms;
  readonly price: number;
  readonly quantity: number;
  readonly remaining: number;
}

function termsOf(flags: number): RestingTerms {
  return {
    side: (flags & OrderFlag.side) as Side,
    timeInForce: ((flags >>> OrderFlag.timeInForceShift) & 3) as TimeInForce,
    selfTrade: ((flags >>> OrderFlag.selfTradeShift) & 3) as SelfTrade,
    reduceOnly: (flags & OrderFlag.reduceOnly) !== 0,
  };
}
