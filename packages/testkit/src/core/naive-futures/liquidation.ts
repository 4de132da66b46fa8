/** The slow futures exchange's liquidations: after each command it asks every account anew. */
import { DoneReason, EventKind, Side } from '@halcyon/domain';
import { NaiveClosing, type NaiveLiquidationTarget } from './closing.ts';
import { abs, least, most, up } from './math.ts';
import type { FuturesOrder, NaiveContract, Position } from './state.ts';

const STEPS = 200;
/** Millionths of what is there that must be kept: above it an owner is called. */
const CALL = 800_000n;
const MILLION = 1_000_000n;

/** Liquidation. */
export abstract class NaiveContractLiquidation extends NaiveClosing {
  /** Who was above the ratio of the call after the last command. */
  private above = new Set<string>();

  /** At the very end of a command: every account is asked; who is above and was not before is called. */
  protected callAll(): void {
    const above = new Set<string>();
    const open = [...this.positions.values()].filter((p) => p.lots !== 0n);
    const ordered = open.sort(
      (a, b) =>
        a.account - b.account ||
        a.contract.instrument.id - b.contract.instrument.id ||
        a.leg - b.leg,
    );
    for (const account of new Set(ordered.map((p) => p.account))) {
      const own = ordered.filter((p) => p.account === account);
      const cross = own.find((p) => !p.isolated);
      if (cross !== undefined) {
        this.call(`${account}`, cross, this.crossExcess(account, cross.contract), above);
      }
      for (const position of own.filter((p) => p.isolated)) {
        const key = `${account}/${position.contract.instrument.id}/${position.leg}`;
        this.call(key, position, this.ownExcess(position), above);
      }
    }
    this.above = above;
  }

  /** @param position of it @param above gets its key where its ratio is too high */
  private call(key: string, position: Position, excess: bigint, above: Set<string>): void {
    const equity = this.equity(position);
    const keeps = equity - excess;
    const calm = equity > 0n ? up(keeps * MILLION, equity) <= CALL : keeps <= 0n;
    if (calm && excess >= 0n) return;
    above.add(key);
    if (this.above.has(key) || excess < 0n) return;
    this.events.push({
      kind: EventKind.marginCall,
      seq: this.seq,
      time: this.time,
      account: position.account,
      instrument: position.isolated ? position.contract.instrument.id : -1,
      equity: Number(equity),
      keeps: Number(keeps),
    });
  }

  /** At the end of a command. @param most steps @returns how many are left */
  protected liquidateAll(most = STEPS): number {
    for (let left = most; left > 0; left--) {
      this.cutAll();
      const target = this.firstDue();
      if (target === null) return left;
      this.liquidate(target);
    }
    this.cutAll();
    return 0;
  }

  /** Newest reduce-only orders of all that has shrunk are cut; plans of what is closed end. */
  protected cutAll(): void {
    for (const position of this.positions.values()) {
      this.cut(position);
      if (position.lots === 0n) this.plans.onClosed(position);
    }
  }

  /** The first account, by number, that the predicate condemns; all of them are asked. */
  private firstDue(): NaiveLiquidationTarget | null {
    const accounts = [...new Set([...this.positions.values()].map((p) => p.account))];
    for (const account of accounts.sort((a, b) => a - b)) {
      for (const target of this.targetsOf(account)) {
        if (target.excess < 0n && !this.waits(target)) return target;
      }
    }
    return null;
  }

  private targetsOf(account: number): NaiveLiquidationTarget[] {
    const open = this.positionsOf(account).filter((p) => p.lots !== 0n);
    const targets: NaiveLiquidationTarget[] = [];
    const cross = open.filter((p) => !p.isolated);
    if (cross.every((p) => p.contract.late !== 2)) {
      const excess = this.crossExcess(account, this.contracts()[0]!);
      targets.push({ key: `${account}`, account, own: null, excess });
    }
    for (const own of open.filter((p) => p.isolated && p.contract.late !== 2)) {
      const key = `${account}/${own.contract.instrument.id}/${own.leg}`;
      targets.push({ key, account, own, excess: this.ownExcess(own) });
    }
    return targets;
  }

  private liquidate(target: NaiveLiquidationTarget): void {
    const { account, own } = target;
    const before = this.signature(account);
    for (const position of this.positionsIn(target)) this.settle(position);
    if (this.again(target) >= 0n) return;
    const concerned = (order: FuturesOrder): boolean => {
      const position = this.positionOf(order);
      return own === null ? !position.isolated : position.contract === own.contract;
    };
    this.endAll(account, concerned, DoneReason.liquidation);
    if (own?.auto === true) this.addMargin(own);
    if (own === null) this.offset(account);
    if (this.again(target) >= 0n) return;
    const closed = this.positionsIn(target).length > 0 && this.closeWorst(target);
    const paid = own === null && this.makeGood(target);
    if (!closed && !paid) this.waitingFor.set(target.key, before);
  }

  /** What of an account a step of its liquidation depends on, beside prices. */
  private signature(account: number): string {
    const wallet = this.wallet(account, this.contracts()[0]!).available;
    const open = this.positionsOf(account).filter((p) => p.lots !== 0n);
    const own = open.map(
      (p) => `${p.contract.instrument.id}/${p.leg} ${p.lots}/${p.cost}/${p.margin}`,
    );
    return `${wallet} ${own.join(' ')}`;
  }

  /** Whether it could not be closed, and neither prices nor the account have changed since. */
  private waits({ key, account }: NaiveLiquidationTarget): boolean {
    return this.waitingFor.get(key) === this.signature(account);
  }

  /** Automatic margin brings an isolated position back to its initial margin, as far as it goes. */
  private addMargin(position: Position): void {
    const { contract, account } = position;
    const wanted = (this.initial(position) - this.equity(position)) * contract.terms.unit;
    this.moveMargin(position, most(0n, least(wanted, this.withdrawable(account, contract))));
  }

  /** Margin units that opening a position of this size at the mark would need. */
  protected initial({ lots, leverage, contract }: Position): bigint {
    const { terms, mark } = contract;
    return up(abs(lots) * mark * terms.factor, terms.unit * BigInt(leverage));
  }

  /** Takes settle units out of the wallet into a position's own margin, or back. */
  protected moveMargin(position: Position, units: bigint): void {
    const wallet = this.wallet(position.account, position.contract);
    position.margin += units;
    wallet.available -= units;
    wallet.held += units;
  }

  /** Settle units that may leave an account's wallet. */
  withdrawable(account: number, contract: NaiveContract): bigint {
    const { unit } = contract.terms;
    let losses = 0n;
    for (const position of this.positionsOf(account)) {
      if (position.isolated) continue;
      losses += most(0n, -position.contract.terms.profit(position, position.contract.mark));
    }
    const needed = this.needed(account) + losses;
    return most(0n, this.wallet(account, contract).available - needed * unit);
  }

  /** The long and the short leg of a contract close each other at the mark. */
  private offset(account: number): void {
    const open = this.positionsOf(account).filter((p) => p.lots !== 0n && !p.isolated);
    for (const contract of this.contracts()) {
      const long = open.find((p) => p.contract === contract && p.lots > 0n);
      const short = open.find((p) => p.contract === contract && p.lots < 0n);
      if (long === undefined || short === undefined) continue;
      const lots = least(long.lots, -short.lots);
      this.exchange(
        contract,
        { position: long, side: Side.sell, ppm: 0n },
        { position: short, side: Side.buy, ppm: 0n },
        lots,
        contract.mark,
        null,
        2,
      );
    }
  }

  /** With nothing left open a wallet below zero is made good, as far as it goes; whether it all was. */
  private makeGood(target: NaiveLiquidationTarget): boolean {
    if (this.positionsIn(target).length > 0) return false;
    const contract = this.contracts()[0]!;
    const missing = -this.wallet(target.account, contract).available;
    const excess = this.again(target);
    const position = this.positionsOf(target.account)[0]!;
    const paid = this.protect(position, least(missing, this.fundLeft(position.contract)));
    if (paid <= 0n) return missing <= 0n;
    this.emitStep({ ...this.newStep(target, position), excess, paid });
    return paid === missing;
  }
}
