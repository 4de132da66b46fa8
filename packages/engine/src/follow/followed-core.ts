/** A core whose commands another venue follows: what they did, and what the follower may ask. */
import { type Core, NONE, ORDER_WORDS, OrderFlag, OrderWord, restingOrders } from '@halcyon/core';
import {
  type AmendCommand,
  assert,
  type Command,
  CommandKind,
  type Event,
  InvariantError,
  ownerOf,
  type SelfTrade,
  type Side,
  type TimeInForce,
} from '@halcyon/domain';

/** Terms of a resting order. */
export interface RestingTerms {
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly selfTrade: SelfTrade;
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

  /** Terms of the order that the last command amended. */
  amended(order: number): RestingTerms {
    const terms = this.amendedTerms;
    assert(terms !== null && this.amendedOrder === order, 'an order changed that was not amended');
    return terms;
  }

  /** Last and mark price of an instrument, ticks. */
  prices(instrument: number): { readonly last: number; readonly mark: number } {
    const market = this.core.state.markets[instrument];
    if (market === undefined) throw new InvariantError(`no instrument ${instrument}`);
    return { last: market.lastPrice, mark: market.markPrice() };
  }

  /** All resting orders, with the user each belongs to. */
  *orders(): Generator<FollowedResting> {
    for (const resting of restingOrders(this.core.state)) {
      const { id, account, instrument, price, quantity, remaining, flags } = resting;
      const user = ownerOf(account);
      const terms = termsOf(flags);
      yield { order: id, user, account, instrument, terms, price, quantity, remaining };
    }
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
  };
}
