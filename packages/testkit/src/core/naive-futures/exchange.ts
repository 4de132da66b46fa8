/**
 * A futures exchange as simply as it can be written, from docs/contract-rules.md: maps, arrays and
 * bigint, everything recomputed by searching, every account asked after every command. It shares no
 * code with the core and none of its arithmetic. Client ids are not in it.
 */
import {
  type Command,
  CommandKind,
  DoneReason,
  type Instrument,
  type ListContractCommand,
  type Outcome,
  Reject,
} from '@halcyon/domain';
import { NaiveBook } from '../naive-book.ts';
import { refusedEvent } from '../naive-refusals.ts';
import { NaiveContractTerms } from './math.ts';
import { Settings } from './settings.ts';
import { type NaiveRefusal, refusal } from './state.ts';

const MOST = Number.MAX_SAFE_INTEGER;

/** The slow futures exchange. */
export class NaiveFutures extends Settings {
  /** Predicts what the core does with a command. */
  apply(command: Command): Outcome {
    const { seq, time } = command;
    this.seq = seq;
    this.time = time;
    this.events = [];
    this.ranked.clear();
    this.outcome = { seq, time, code: 0, limit: 0, value: 0, id: 0, otherId: 0 };
    this.passTime();
    const bad = this.dispatch(command);
    if (bad !== null) this.refuse(command, bad);
    this.settleRounds();
    let left = this.liquidateAll();
    while (this.firePlans()) {
      const before = left;
      left = this.liquidateAll(before);
      if (left === before) break;
    }
    this.callAll();
    return this.outcome;
  }

  private refuse(command: Command, bad: NaiveRefusal): void {
    Object.assign(this.outcome, bad);
    const told = refusedEvent(this, command, bad, this.outcome.otherId === 2);
    if (told !== null) this.events.push(told);
  }

  /** Margin first, then plans, until nothing is due. */
  private firePlans(): boolean {
    let fired = false;
    for (; this.plans.run(); fired = true) this.cutAll();
    return fired;
  }

  private dispatch(c: Command): NaiveRefusal | null {
    switch (c.kind) {
      case CommandKind.place:
        return this.place(c);
      case CommandKind.amend:
        return this.amend(c);
      case CommandKind.replace:
        return this.replace(c);
      case CommandKind.cancel: {
        const order = this.own(c.account, c.order);
        if (!('side' in order)) return order;
        this.outcome.id = order.id;
        this.end(order, DoneReason.cancelled);
        return null;
      }
      case CommandKind.cancelAll: {
        const bad = this.accountRefusal(c.account);
        if (bad === null) this.endAll(c.account, () => true, DoneReason.cancelled);
        return bad;
      }
      case CommandKind.prices:
        return this.takePrices(c);
      case CommandKind.placePlan:
        return this.plans.place(c);
      case CommandKind.placePlanPair:
        return this.plans.placePair(c);
      case CommandKind.cancelPlan:
        return this.plans.cancel(c.account, c.order);
      case CommandKind.amendPlan:
        return this.plans.amend(c);
      case CommandKind.cancelAllPlans:
        return this.plans.cancelAll(c.account, c.instrument);
      case CommandKind.setLeverage:
        return this.setLeverage(c);
      case CommandKind.setMarginMode:
        return this.setMarginMode(c);
      case CommandKind.setPositionMode:
        return this.setPositionMode(c);
      case CommandKind.changeMargin:
        return this.changeMargin(c);
      case CommandKind.setAutoMargin:
        return this.setAutoMargin(c);
      default:
        return this.dispatchRest(c);
    }
  }

  private dispatchRest(c: Command): NaiveRefusal | null {
    switch (c.kind) {
      case CommandKind.tick:
      case CommandKind.setRules:
        return null;
      case CommandKind.openUser:
        this.outcome.id = this.userCount;
        if (c.simulated) this.simulated.add(this.userCount);
        this.userCount += 1;
        return null;
      case CommandKind.setFeeSchedule:
        this.feeTiers = c.tiers;
        return null;
      case CommandKind.setFeeTier:
        this.tiers.set(c.user, c.tier);
        this.outcome.id = c.user;
        return null;
      case CommandKind.listAsset:
        this.outcome.id = this.assets.length;
        this.assets.push({ scale: c.scale });
        return null;
      case CommandKind.listInstrument:
        this.outcome.id = this.markets.length;
        this.markets.push(null);
        return null;
      case CommandKind.listContract:
        this.list(c);
        return null;
      case CommandKind.deposit:
        this.move(c.from, c.account, c.asset, c.amount);
        return null;
      case CommandKind.transfer:
        return this.transfer(c.from, c.to, c.asset, c.amount);
      default:
        throw new Error(`the slow futures exchange does not know command kind ${c.kind}`);
    }
  }

  private list(c: ListContractCommand): void {
    const { state, quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax, contract } = c;
    const { scale } = this.assets[c.quote]!;
    const instrument: Instrument = {
      id: this.markets.length,
      symbol: c.symbol,
      base: c.base,
      quote: c.quote,
      priceScale: c.priceScale,
      quantityScale: c.quantityScale,
      quoteFactor: 10 ** (scale - c.priceScale - c.quantityScale),
      lotUnits: 10 ** (this.assets[c.base]!.scale - c.quantityScale),
      product: 1,
      priceStep: 1,
      quantityStep: 1,
      state,
      quantityMin,
      quantityMax,
      notionalMin,
      bandPpm,
      openOrdersMax,
      contract,
    };
    this.outcome.id = instrument.id;
    this.markets.push({
      instrument,
      terms: new NaiveContractTerms(instrument, scale),
      book: new NaiveBook(),
      last: 0n,
      lastCounted: 0n,
      uncounted: [],
      prints: [],
      index: 0n,
      indexTime: 0,
      mark: 0n,
      basis: 0n,
      late: 0,
      sampled: 0,
      premiums: [],
      rate: 0n,
      due: 0,
      settling: false,
      paid: 0n,
      round: 0,
      frozenRate: 0n,
      frozenMark: 0n,
    });
  }

  private move(from: number, to: number, asset: number, amount: bigint): void {
    this.pay(from, to, asset, amount);
    this.outcome.id = this.nextMovement;
    this.nextMovement += 1;
  }

  private transfer(from: number, to: number, asset: number, amount: bigint): NaiveRefusal | null {
    for (const account of [from, to]) {
      const known = account % 8 <= 1 || account % 8 === 4;
      if (!known || account >> 3 >= this.userCount) {
        return refusal(Reject.unknownAccount, 0, account);
      }
    }
    if (amount <= 0n || amount > BigInt(MOST)) {
      return refusal(Reject.amountRange, MOST, Number(amount));
    }
    const { available } = this.balance(from, asset);
    if (from % 8 === 4) {
      const units = this.withdrawable(from, this.contracts()[0]!);
      if (amount > units) return refusal(Reject.notWithdrawable, Number(units), Number(amount));
    }
    if (available < amount) {
      return refusal(Reject.insufficientBalance, Number(available), Number(amount));
    }
    this.move(from, to, asset, amount);
    return null;
  }
}
