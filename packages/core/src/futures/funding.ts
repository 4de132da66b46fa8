/**
 * Funding. When a round is due its rate and mark are frozen, and then all positions of the contract
 * settle: those that change first, the others in portions in the order of users, so that a replay
 * cuts where the live run did. What rounding leaves goes to the rounding account.
 */
import {
  assert,
  EventKind,
  FUNDINGS_PER_COMMAND,
  type FundingSetEvent,
  fundingAfter,
  PostingReason,
  SystemAccount,
} from '@halcyon/domain';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import { sweepUsers } from '../state/user-sweep.ts';
import type { Contract } from './contract.ts';
import type { PositionMoney } from './position-money.ts';
import { PositionWord } from './positions.ts';

const NIL = -1;

/** What a round settles at, and when it was due (Unix ms). */
export type FundingRound = Pick<FundingSetEvent, 'round' | 'rate' | 'mark' | 'index' | 'due'>;

export class Funding {
  declare private readonly state: State;
  declare private readonly money: PositionMoney;
  /** Rounds under way. */
  private sweeping = 0;

  constructor(state: State, money: PositionMoney) {
    this.state = state;
    this.money = money;
  }

  /** Begins the rounds that are due. A contract whose last round still settles waits. */
  begin(markets: readonly Market[]): void {
    const { time } = this.state;
    for (const { instrument, contract } of markets) {
      if (contract === null || contract.fundingTime === 0) continue;
      if (time < contract.fundingTime || contract.sweep !== null) continue;
      const due = contract.fundingTime;
      const { fundingIntervalMs } = contract.terms;
      contract.fundingTime = fundingAfter(due, time, fundingIntervalMs);
      contract.premiumSum = 0;
      contract.premiumCount = 0;
      contract.round += 1;
      const { fundingRate: rate, mark, index, round } = contract;
      this.start(instrument.id, contract, { round, rate, mark, index, due });
    }
  }

  /** Paper venue: begins a round as it was there, when the one before has settled. */
  follow(market: Market, contract: Contract, round: FundingRound): void {
    while (contract.sweep !== null) this.sweepContract(market, contract, FUNDINGS_PER_COMMAND);
    contract.round = round.round;
    this.start(market.instrument.id, contract, round);
  }

  private start(instrument: number, contract: Contract, round: FundingRound): void {
    const { rate, mark } = round;
    contract.sweep = { rate, mark, nextUser: 0 };
    this.sweeping += 1;
    const { seq, time, log } = this.state;
    log.push({ kind: EventKind.fundingSet, seq, time, instrument, ...round });
  }

  /** Whether positions still have to settle. */
  get pending(): boolean {
    return this.sweeping > 0;
  }

  /** Counts the rounds that are under way; after a snapshot was loaded. */
  restore(markets: readonly Market[]): void {
    this.sweeping = markets.filter(({ contract }) => contract?.sweep != null).length;
  }

  /** Settles a portion: the next positions, one contract after the other. Whether a round ended. */
  sweep(markets: readonly Market[]): boolean {
    if (this.sweeping === 0) return false;
    let left = FUNDINGS_PER_COMMAND;
    let ended = false;
    for (const market of markets) {
      const { contract } = market;
      if (contract === null || contract.sweep === null) continue;
      left = this.sweepContract(market, contract, left);
      ended ||= contract.sweep === null;
      if (left === 0) break;
    }
    return ended;
  }

  private sweepContract(market: Market, contract: Contract, most: number): number {
    const { users } = this.state;
    const sweep = contract.sweep!;
    const settle = (user: number) => this.settleUser(market, contract, user);
    const left = sweepUsers(sweep, users.count, most, settle);
    if (sweep.nextUser >= users.count) this.finish(market, contract);
    return left;
  }

  private settleUser(market: Market, contract: Contract, user: number): number {
    const { users, seats, riskAccounts } = this.state;
    if (users.futuresAccount(user) === NIL) return 0;
    const account = riskAccounts.account(users.futuresAccount(user));
    const seat = seats.find(account, market.instrument.id);
    return seat === NIL ? 0 : this.settle(contract, seats.position(seat));
  }

  /** Settles the legs of a position; returns how many are open. */
  private settle(contract: Contract, net: number): number {
    const { positions } = this.state;
    let open = 0;
    for (let leg = net; leg !== NIL; leg = positions.word(leg, PositionWord.twin)) {
      if (positions.lots(leg) !== 0) open += 1;
      this.money.settleFunding(contract, leg);
    }
    return open;
  }

  /** INV-10: payments and what rounding left of them sum to zero. */
  private finish(market: Market, contract: Contract): void {
    const { ledger, positions } = this.state;
    contract.sweep = null;
    this.sweeping -= 1;
    const units = contract.fundingLeft;
    assert(this.sweeping >= 0, 'INV-10: a round of funding ends twice');
    // Each payment is rounded by less than a unit, against who pays or gets it.
    assert(Math.abs(units) <= positions.count, 'INV-10: fundings do not sum to zero');
    contract.fundingLeft = 0;
    if (units === 0) return;
    const { id, quote } = market.instrument;
    const { clearing, rounding } = SystemAccount;
    const { funding } = PostingReason;
    const { round } = contract;
    ledger.post(ledger.slot(clearing, quote), clearing, quote, funding, round, -units, 0, id);
    ledger.post(ledger.slot(rounding, quote), rounding, quote, funding, round, units, 0, id);
  }
}
