/** Everything the core knows. Plain data and the few structures that keep it; no rules here. */
import {
  type Asset,
  type AttachedPrices,
  balanceAccount,
  balanceNumber,
  EventLog,
  FeeStandings,
  type Instrument,
  LEVERAGE_DEFAULT,
  ownerOf,
  PositionLeg,
  pocketOf,
  SystemAccount,
} from '@halcyon/domain';
import { CopyBook } from '../copying/copy-book.ts';
import { Positions, PositionWord } from '../futures/positions.ts';
import { RiskAccounts } from '../futures/risk-accounts.ts';
import { Ghosts } from '../ghost/ghosts.ts';
import { Ledger } from '../ledger/ledger.ts';
import { WithdrawalBook } from '../ledger/withdrawal-book.ts';
import { LoanBook } from '../loans/loan-book.ts';
import { LevelPool } from '../matching/level-pool.ts';
import { OrderPool } from '../matching/order-pool.ts';
import { ParentBook } from '../parents/parent-book.ts';
import type { Plan } from '../plans/plan.ts';
import { ClientIds } from './client-ids.ts';
import { Fees } from './fees.ts';
import type { Market } from './market.ts';
import type { Operators } from './operators.ts';
import { Seats } from './seats.ts';
import { Users } from './users.ts';

/** Rare facts about an open order, kept out of its record. */
export interface OrderExtra {
  clientId: string;
  /** Attached TP/SL prices, null = none. */
  attached: AttachedPrices | null;
  /** The stop plan of an OCO, 0 = none. */
  ocoPlan: number;
}

export class State {
  readonly log = new EventLog();
  readonly ledger = new Ledger(this.log);
  readonly orders = new OrderPool();
  readonly levels = new LevelPool();
  readonly assets: Asset[] = [];
  readonly assetByCode = new Map<string, number>();
  readonly markets: Market[] = [];
  /** How many of them are contracts. */
  contracts = 0;
  /** By instrumentKey. */
  readonly marketByKey = new Map<string, number>();
  readonly standings = new FeeStandings();
  readonly fees = new Fees();
  readonly clientIds = new ClientIds();
  readonly extras = new Map<number, OrderExtra>();
  readonly plans = new Map<number, Plan>();
  readonly planCounts = new Map<number, number>();
  /** Plans that end with a position, by its slot. */
  readonly positionPlans = new Map<number, Set<number>>();
  /** Dead-man's switches: account → Unix ms. */
  readonly countdowns = new Map<number, number>();
  /** First results of deposits and transfers by their own reference. */
  readonly movementIds = new Map<string, number>();
  readonly seats = new Seats();
  readonly positions = new Positions();
  readonly riskAccounts = new RiskAccounts();
  readonly loans = new LoanBook();
  readonly withdrawals = new WithdrawalBook();
  readonly operators: Operators = new Map();
  readonly copies = new CopyBook();
  readonly parents = new ParentBook();

  readonly users = new Users();
  readonly ghosts = new Ghosts();

  nextOrder = 1;
  nextTrade = 1;
  nextMovement = 1;
  seq = 0;
  time = 0;
  /** Version of the rules it trades by, see Rules. */
  rules = 1;

  /** The seat of an existing account in an instrument, made if new; its user's last one now. */
  seat(account: number, instrument: Instrument): number {
    const { users, seats } = this;
    const last = users.lastSeat(account, instrument.id);
    if (last >= 0) return last;
    const found = seats.find(account, instrument.id);
    const seat = found >= 0 ? found : this.addSeat(account, instrument);
    users.useSeat(account, instrument.id, seat, seats.base(seat), seats.quote(seat));
    return seat;
  }

  private addSeat(account: number, instrument: Instrument): number {
    const payer = balanceAccount(account);
    const pocket = pocketOf(account, instrument.id);
    const quote = this.ledger.slot(payer, balanceNumber(instrument.quote, pocket));
    if (instrument.contract !== null) {
      const clearing = this.ledger.slot(SystemAccount.clearing, instrument.quote);
      const position =
        payer === account
          ? this.addPosition(account, instrument, quote)
          : this.ghostPosition(instrument);
      return this.seats.add(account, instrument.id, clearing, quote, position);
    }
    const base = this.ledger.slot(payer, balanceNumber(instrument.base, pocket));
    return this.seats.add(account, instrument.id, base, quote);
  }

  /** Paper venue: the position in a contract that all ghosts share, made if new. */
  ghostPosition(instrument: Instrument): number {
    return this.seats.position(this.seat(SystemAccount.ghosts, instrument));
  }

  /** Slot of an account among those at risk, made if new. @param wallet slot of its settle balance */
  riskAccount(account: number, wallet: number): number {
    const user = ownerOf(account);
    const known = this.users.futuresAccount(user);
    if (known !== -1) return known;
    const slot = this.riskAccounts.add(account, wallet);
    this.users.setFuturesAccount(user, slot);
    return slot;
  }

  /** The `net` position of an account in a contract that it touches for the first time. */
  private addPosition(account: number, instrument: Instrument, wallet: number): number {
    const { riskAccounts, positions } = this;
    const risk = this.riskAccount(account, wallet);
    const { leverageMax } = instrument.contract!.tiers[0]!;
    const leverage = Math.min(LEVERAGE_DEFAULT, leverageMax);
    // In the order of contracts, not of first touch: a restored core must go through them alike.
    let before = -1;
    let next = riskAccounts.first(risk);
    while (next !== -1 && positions.instrument(next) < instrument.id) {
      before = next;
      next = positions.word(next, PositionWord.next);
    }
    const slot = positions.add(account, instrument.id, PositionLeg.net, leverage, next);
    if (before === -1) riskAccounts.setFirst(risk, slot);
    else positions.setNext(before, slot);
    return slot;
  }
}
