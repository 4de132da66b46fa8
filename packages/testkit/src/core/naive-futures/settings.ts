/** The slow futures exchange's settings of accounts: leverage, margin, modes. */
import {
  AccountKind,
  type ChangeMarginCommand,
  EVERY_INSTRUMENT,
  EventKind,
  MarginMode,
  PositionLeg,
  PositionMode,
  Reject,
  type SetAutoMarginCommand,
  type SetLeverageCommand,
  type SetMarginModeCommand,
  type SetPositionModeCommand,
} from '@halcyon/domain';
import { NaiveContractLiquidation } from './liquidation.ts';
import { least, most, up } from './math.ts';
import { FuturesPlans } from './plans.ts';
import { type NaiveContract, type NaiveRefusal, type Position, refusal } from './state.ts';

const MOST = Number.MAX_SAFE_INTEGER;

/** Settings. */
export abstract class Settings extends NaiveContractLiquidation {
  readonly plans = new FuturesPlans(this);

  setLeverage(c: SetLeverageCommand): NaiveRefusal | null {
    const { account, instrument, leverage, shortLeverage = leverage } = c;
    const every = instrument === EVERY_INSTRUMENT;
    const contracts = every ? this.contracts() : [this.markets[instrument]];
    for (const contract of contracts) {
      const bad = this.scopeRefusal(contract, c);
      if (bad !== null) return bad;
    }
    const highest = contracts.map((one) => one!.instrument.contract!.tiers[0]!.leverageMax);
    const limit = Math.min(...highest);
    const wrong = [leverage, shortLeverage].find(
      (one) => !Number.isSafeInteger(one) || one < 1 || one > limit,
    );
    if (wrong !== undefined) return refusal(Reject.leverageRange, limit, wrong);
    const wishes = new Map<Position, number>();
    for (const contract of contracts) {
      const bad = this.addWishes(wishes, contract!, c);
      if (bad !== null) return bad;
    }
    const refused = this.leverageRefusal(account, wishes);
    if (refused !== null) return refused;
    for (const [position, wanted] of wishes) {
      this.moveMargin(position, this.missing(position, wanted));
      position.leverage = wanted;
    }
    return null;
  }

  /** What is wanted for the positions of one contract. */
  private addWishes(
    wishes: Map<Position, number>,
    contract: NaiveContract,
    { account, leg, leverage, shortLeverage }: SetLeverageCommand,
  ): NaiveRefusal | null {
    const legs = this.legs(account, contract);
    const apart = this.hedging.has(account) && legs[0]!.isolated;
    if (shortLeverage !== undefined) {
      if (!apart) return refusal(Reject.positionLegUnexpected, 0, PositionLeg.long);
      wishes.set(this.position(account, contract, PositionLeg.long), leverage);
      wishes.set(this.position(account, contract, PositionLeg.short), shortLeverage);
    } else if (leg === PositionLeg.net) {
      for (const position of legs) wishes.set(position, leverage);
    } else {
      const known = leg === PositionLeg.long || leg === PositionLeg.short;
      if (!apart || !known) return refusal(Reject.positionLegUnexpected, 0, leg);
      wishes.set(this.position(account, contract, leg), leverage);
    }
    return null;
  }

  /** Tiers, and what lower leverages need together. */
  private leverageRefusal(
    account: number,
    wishes: ReadonlyMap<Position, number>,
  ): NaiveRefusal | null {
    let more = 0n;
    let isolated = 0n;
    const { contract } = [...wishes.keys()][0]!;
    for (const [position, leverage] of wishes) {
      const reach = this.reach(position);
      const limit = this.largest({ ...position, leverage });
      const wanted = position.contract.terms.marginUp(reach);
      if (wanted > limit) return refusal(Reject.positionTier, Number(limit), Number(wanted));
      more += this.needs({ ...position, leverage }, reach) - this.needs(position, reach);
      isolated += this.missing(position, leverage);
    }
    const spare = this.withdrawable(account, contract) - most(0n, more) * contract.terms.unit;
    if (isolated > most(0n, spare)) {
      return refusal(Reject.notWithdrawable, Number(most(0n, spare)), Number(isolated));
    }
    const free = this.free(account, contract);
    if (more <= 0n || more <= free) return null;
    return refusal(Reject.insufficientMargin, Number(free), Number(more));
  }

  /** Settle units that an isolated position lacks of its cost at a leverage. */
  private missing({ isolated, cost, contract, margin }: Position, leverage: number): bigint {
    if (!isolated) return 0n;
    return most(0n, up(cost * contract.terms.factor, BigInt(leverage)) - margin);
  }

  setMarginMode(c: SetMarginModeCommand): NaiveRefusal | null {
    const contract = this.markets[c.instrument];
    const bad = this.scopeRefusal(contract, c);
    if (bad !== null) return bad;
    const legs = this.legs(c.account, contract!);
    const { mode } = c;
    if (mode !== MarginMode.cross && mode !== MarginMode.isolated) {
      return refusal(Reject.parameterRange, 1, mode);
    }
    if (this.marginMode(legs[0]!) === mode) return refusal(Reject.settingUnchanged, 0, mode);
    const open = legs.find(({ lots }) => lots !== 0n);
    if (open !== undefined) return refusal(Reject.positionOpen, 0, Number(open.lots));
    const resting = this.restingIn(c.account, contract!);
    if (resting > 0) return refusal(Reject.ordersOpen, 0, resting);
    for (const leg of legs) {
      leg.isolated = mode === MarginMode.isolated;
      leg.auto = false;
    }
    return null;
  }

  setPositionMode({ account, mode }: SetPositionModeCommand): NaiveRefusal | null {
    const bad = this.accountRefusal(account);
    if (bad !== null) return bad;
    if (mode !== PositionMode.oneWay && mode !== PositionMode.hedge) {
      return refusal(Reject.parameterRange, 1, mode);
    }
    if (this.mode(account) === mode) return refusal(Reject.settingUnchanged, 0, mode);
    const open = this.positionsOf(account).find(({ lots }) => lots !== 0n);
    if (open !== undefined) return refusal(Reject.positionOpen, 0, Number(open.lots));
    for (const contract of this.contracts()) {
      const resting = this.restingIn(account, contract);
      if (resting > 0) return refusal(Reject.ordersOpen, 0, resting);
    }
    const plans = this.plans.count(account);
    if (plans > 0) return refusal(Reject.plansOpen, 0, plans);
    if (mode === PositionMode.hedge) this.hedging.add(account);
    else this.hedging.delete(account);
    const { seq, time } = this;
    this.emit({ kind: EventKind.contractAccountSet, seq, time, account, positionMode: mode });
    return null;
  }

  changeMargin(c: ChangeMarginCommand): NaiveRefusal | null {
    const position = this.openIsolated(c);
    if (!('lots' in position)) return position;
    const { amount } = c;
    if (!Number.isSafeInteger(amount) || amount === 0) {
      return refusal(Reject.amountRange, MOST, amount);
    }
    if (amount > 0) {
      const spare = this.withdrawable(c.account, position.contract);
      if (amount > spare) return refusal(Reject.notWithdrawable, Number(spare), amount);
    } else {
      const spare = this.removable(position);
      if (-amount > spare) return refusal(Reject.marginBelowNeeded, Number(spare), -amount);
    }
    this.moveMargin(position, BigInt(amount));
    return null;
  }

  setAutoMargin(c: SetAutoMarginCommand): NaiveRefusal | null {
    if (c.on !== 0 && c.on !== 1) return refusal(Reject.parameterRange, 1, c.on);
    const position = this.openIsolated(c);
    if (!('lots' in position)) return position;
    position.auto = c.on === 1;
    return null;
  }

  /** Settle units of an isolated position beyond its initial margin and its loss. */
  private removable(position: Position): bigint {
    const { contract, margin } = position;
    const { terms, mark } = contract;
    const loss = least(0n, terms.profit(position, mark));
    return most(0n, margin - (this.initial(position) - loss) * terms.unit);
  }

  private openIsolated(c: {
    readonly account: number;
    readonly instrument: number;
    readonly leg: PositionLeg;
  }): Position | NaiveRefusal {
    const contract = this.markets[c.instrument];
    const bad = this.scopeRefusal(contract, c);
    if (bad !== null) return bad;
    const own = this.legs(c.account, contract!).find(({ leg }) => leg === c.leg);
    if (own === undefined || own.lots === 0n) return refusal(Reject.positionNotFound, 0, c.leg);
    return own.isolated ? own : refusal(Reject.notIsolated, 0, MarginMode.cross);
  }

  private scopeRefusal(
    contract: NaiveContract | null | undefined,
    { account, instrument }: { readonly account: number; readonly instrument: number },
  ): NaiveRefusal | null {
    if (contract == null) {
      return refusal(Reject.unknownInstrument, AccountKind.usdtFutures, instrument);
    }
    return this.accountRefusal(account);
  }

  /** The legs that an account has in a contract, the one of one-way mode first and always. */
  private legs(account: number, contract: NaiveContract): Position[] {
    this.position(account, contract, PositionLeg.net);
    return this.positionsOf(account).filter((p) => p.contract === contract);
  }

  private restingIn(account: number, { instrument }: NaiveContract): number {
    const mine = [...this.orders.values()].filter((order) => order.account === account);
    return mine.filter((order) => order.instrument === instrument.id).length;
  }
}
