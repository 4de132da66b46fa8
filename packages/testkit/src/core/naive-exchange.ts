/**
 * The exchange once more, as simply as it can be written: arrays, maps and bigint, everything looked
 * up by searching. From commands alone it predicts every answer, event and balance; the core must
 * agree with it. It shares no code with the core.
 */
import {
  COUNTDOWN_MS_MAX,
  type Command,
  CommandKind,
  DoneReason,
  EventKind,
  type Instrument,
  type InstrumentSteps,
  type OpenUserCommand,
  type Outcome,
  Reject,
} from '@halcyon/domain';
import { NaiveBook } from './naive-book.ts';
import { NaiveChanges } from './naive-changes.ts';
import { setMode } from './naive-modes.ts';
import { move } from './naive-movements.ts';
import { NaiveParents } from './naive-parents.ts';
import { NaivePlans } from './naive-plans.ts';
import { refusedEvent } from './naive-refusals.ts';
import { type NaiveMarket, type NaiveRefusal, refusal } from './naive-rules.ts';

/** The slow exchange. */
export class NaiveExchange extends NaiveChanges {
  readonly plans = new NaivePlans(this);
  readonly parents = new NaiveParents(this);

  /** Predicts what the core does with a command; `events` and `outcome` are the prediction. */
  apply(command: Command): Outcome {
    this.seq = command.seq;
    this.time = command.time;
    this.events = [];
    this.outcome = {
      seq: this.seq,
      time: this.time,
      code: 0,
      limit: 0,
      value: 0,
      id: 0,
      otherId: 0,
    };
    this.passTime();
    this.fireCountdowns();
    const bad = this.dispatch(command);
    if (bad !== null) this.refuse(command, bad);
    this.parents.run();
    this.plans.run();
    this.settleDue();
    return this.outcome;
  }

  private refuse(command: Command, bad: NaiveRefusal): void {
    Object.assign(this.outcome, bad);
    if (this.rules < 11) return;
    const told = refusedEvent(this, command, bad, this.outcome.otherId === 2);
    if (told !== null) this.emit(told);
  }

  /** What is due by time alone, before a command. */
  protected passTime(): void {}

  /** What a command ends with, after plans. */
  protected settleDue(): void {}

  protected dispatch(c: Command): NaiveRefusal | null {
    switch (c.kind) {
      case CommandKind.place:
        return this.place(c, 0);
      case CommandKind.cancel: {
        const order = this.own(c.account, c.order, c.clientId);
        if (!('side' in order)) return order;
        this.outcome.id = order.id;
        this.end(order, DoneReason.cancelled);
        return null;
      }
      case CommandKind.amend:
        return this.amend(c);
      case CommandKind.replace:
        return this.replace(c);
      case CommandKind.cancelAll: {
        const bad = this.scopeRefusal(c.account, c.instrument);
        if (bad === null) this.endWorking(c.account, c.instrument, DoneReason.cancelled);
        return bad;
      }
      case CommandKind.countdown:
        return this.countdown(c.account, c.timeoutMs);
      case CommandKind.placePlan:
        return this.plans.place(c);
      case CommandKind.cancelPlan:
        return this.plans.cancel(c.account, c.order, c.clientId);
      case CommandKind.amendPlan:
        return this.plans.amend(c);
      case CommandKind.placeOco:
        return this.plans.placeOco(c);
      case CommandKind.cancelAllPlans: {
        const bad = this.scopeRefusal(c.account, c.instrument);
        if (bad === null) this.plans.cancelAll(c.account, c.instrument);
        return bad;
      }
      case CommandKind.placeParent:
      case CommandKind.amendParent:
      case CommandKind.pauseParent:
      case CommandKind.cancelParent:
        return this.parents.apply(c);
      case CommandKind.tick:
      case CommandKind.checkpoint:
        return null;
      case CommandKind.deposit:
      case CommandKind.withdraw:
      case CommandKind.transfer:
        return move(this, c);
      default:
        return this.dispatchOperator(c);
    }
  }

  private dispatchOperator(c: Command): NaiveRefusal | null {
    const { seq, time } = this;
    switch (c.kind) {
      case CommandKind.openUser:
        return this.openUser(c);
      case CommandKind.setUserMode: {
        const waiting = [...this.plans.plans.values(), ...this.parents.all.values()];
        const accounts = waiting.map(({ wish }) => wish.account);
        const bad = setMode(this, c, accounts);
        if (bad === null && c.mode !== 0) this.parents.restrict(c.user, c.mode);
        return bad;
      }
      case CommandKind.setFeeTier:
        if (!(c.user >= 0 && c.user < this.userCount)) {
          return refusal(Reject.unknownUser, this.userCount - 1, c.user);
        }
        if (this.feeTiers[c.tier] === undefined) {
          return refusal(Reject.feeTierUnknown, this.feeTiers.length - 1, c.tier);
        }
        this.outcome.id = c.user;
        for (const user of this.familyOf(c.user)) this.giveTier(user, c.tier);
        return null;
      case CommandKind.setFeeSchedule:
        this.feeTiers = c.tiers;
        this.emit({ kind: EventKind.feeScheduleSet, seq, time, tiers: c.tiers });
        return null;
      case CommandKind.listAsset: {
        const asset = { id: this.assets.length, code: c.code, name: c.name, scale: c.scale };
        this.assets.push(asset);
        this.outcome.id = asset.id;
        this.emit({ kind: EventKind.assetListed, seq, time, asset });
        return null;
      }
      case CommandKind.setRules:
        if (!Number.isInteger(c.version) || c.version <= this.rules) {
          return refusal(Reject.parameterRange, this.rules, c.version);
        }
        this.rules = c.version;
        return null;
      case CommandKind.listInstrument:
      case CommandKind.setInstrument:
      case CommandKind.seedLastPrice:
        return this.instrument(c);
      default:
        throw new Error(`the auditor does not know command kind ${c.kind}`);
    }
  }

  private openUser({ simulated, root }: OpenUserCommand): NaiveRefusal | null {
    const { seq, time, userCount: user } = this;
    if (root !== undefined) {
      if (this.rules < 7) return refusal(Reject.parameterRange, 7, this.rules);
      if (!Number.isInteger(root) || root < 16 || root >= user || this.roots.has(root)) {
        return refusal(Reject.unknownUser, user - 1, root);
      }
      if (this.modes.get(root) === 2) return refusal(Reject.accountClosed, 0, root);
      this.roots.set(user, root);
    }
    this.outcome.id = user;
    this.userCount += 1;
    if (simulated) this.simulated.add(user);
    const parent = root === undefined ? {} : { root };
    this.emit({ kind: EventKind.userOpened, seq, time, user, simulated, ...parent });
    const tier = this.tiers.get(root ?? user) ?? 0;
    if (tier !== 0) this.giveTier(user, tier);
    return null;
  }

  /** A root, then its sub-accounts. */
  private familyOf(user: number): number[] {
    const root = this.roots.get(user) ?? user;
    const all = Array.from({ length: this.userCount }, (_, i) => i);
    return [root, ...all.filter((other) => this.roots.get(other) === root)];
  }

  private giveTier(user: number, tier: number): void {
    this.tiers.set(user, tier);
    const { seq, time } = this;
    this.emit({ kind: EventKind.feeTierSet, seq, time, user, tier });
  }

  private instrument(c: Extract<Command, { kind: 39 | 40 | 41 }>): NaiveRefusal | null {
    const { seq, time } = this;
    if (c.kind === CommandKind.seedLastPrice) {
      const market = this.markets[c.instrument];
      if (market === undefined) return refusal(Reject.unknownInstrument, 0, c.instrument);
      if (c.price < 1 || market.lastPrice !== 0) return refusal(Reject.parameterRange, 1, c.price);
      market.lastPrice = c.price;
      this.plans.moved.add(c.instrument);
      const { instrument, price } = c;
      this.emit({ kind: EventKind.lastPriceSeeded, seq, time, instrument, price });
      return null;
    }
    const { state, quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax } = c;
    const { priceStep = 1, quantityStep = 1 } = c;
    const steps = { priceStep, quantityStep };
    const limits = { state, quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax };
    let market: NaiveMarket | undefined;
    if (c.kind === CommandKind.setInstrument) {
      market = this.markets[c.instrument];
      if (market === undefined) return refusal(Reject.unknownInstrument, 0, c.instrument);
      const bad = this.stepsRefusal(steps, limits, market.instrument);
      if (bad !== null) return bad;
      market.instrument = { ...market.instrument, ...limits, ...steps };
      this.plans.moved.add(c.instrument);
    } else {
      const spare = this.assets[c.quote]!.scale - c.priceScale - c.quantityScale;
      const instrument: Instrument = {
        ...limits,
        ...steps,
        id: this.markets.length,
        symbol: c.symbol,
        base: c.base,
        quote: c.quote,
        priceScale: c.priceScale,
        quantityScale: c.quantityScale,
        quoteFactor: 10 ** spare,
        lotUnits: 10 ** (this.assets[c.base]!.scale - c.quantityScale),
        product: 0,
        contract: null,
      };
      market = { instrument, book: new NaiveBook(), lastPrice: 0, prints: [] };
      this.markets.push(market);
    }
    this.outcome.id = market.instrument.id;
    this.emit({ kind: EventKind.instrumentSet, seq, time, instrument: market.instrument });
    return null;
  }

  /** The generator lists with steps of 1; it changes them to good ones and to bad ones. */
  private stepsRefusal(
    { priceStep, quantityStep }: InstrumentSteps,
    { quantityMin, quantityMax }: { quantityMin: number; quantityMax: number },
    { priceScale, quantityScale }: Instrument,
  ): NaiveRefusal | null {
    if (priceStep === 1 && quantityStep === 1) return null;
    const good = (scale: number): number[] =>
      Array.from({ length: this.rules >= 3 ? scale + 1 : 1 }, (_, digits) => 10 ** digits);
    const prices = good(priceScale);
    if (!prices.includes(priceStep)) {
      return refusal(Reject.parameterRange, Math.max(...prices), priceStep);
    }
    const lots = good(quantityScale);
    if (!lots.includes(quantityStep)) {
      return refusal(Reject.parameterRange, Math.max(...lots), quantityStep);
    }
    let least = quantityMin;
    while (least % quantityStep !== 0) least += 1;
    return least > quantityMax ? refusal(Reject.parameterRange, quantityMax, least) : null;
  }

  private countdown(account: number, timeoutMs: number): NaiveRefusal | null {
    const bad = this.accountRefusal(account);
    if (bad !== null) return bad;
    if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 0 || timeoutMs > COUNTDOWN_MS_MAX) {
      return refusal(Reject.countdownRange, COUNTDOWN_MS_MAX, timeoutMs);
    }
    if (timeoutMs === 0) this.countdowns.delete(account);
    else this.countdowns.set(account, this.time + timeoutMs);
    const deadline = this.countdowns.get(account) ?? 0;
    this.emit({ kind: EventKind.countdownSet, seq: this.seq, time: this.time, account, deadline });
    return null;
  }

  private endWorking(account: number, instrument: number, reason: DoneReason): void {
    this.parents.cancelAll(account, instrument, reason);
    this.endAll(account, instrument, reason);
  }

  private fireCountdowns(): void {
    for (const [account, at] of [...this.countdowns]) {
      if (at > this.time) continue;
      this.countdowns.delete(account);
      const { seq, time } = this;
      this.emit({ kind: EventKind.countdownSet, seq, time, account, deadline: 0 });
      this.endWorking(account, -1, DoneReason.countdown);
    }
  }
}
