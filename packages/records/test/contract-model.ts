/**
 * The oracle of what the records have of contracts, computed from the trades alone where the projection
 * compares positions: each side of a trade first closes lots, then opens lots.
 */
import type { ContractTradeEvent, Event, PositionEvent, PostingEvent } from '@halcyon/domain';
import { EventKind, PostingReason } from '@halcyon/domain';

/** One row: column → value. */
export type Row = Record<string, number | bigint | string>;

/** Their tables. */
export interface ContractTables {
  readonly positions: Row[];
  readonly fundings: Row[];
  readonly funding_rounds: Row[];
  readonly liquidations: Row[];
  readonly fund_entries: Row[];
}

/** One account's side of a trade, with the leg that it changes. */
export interface ModelHalf {
  readonly account: number;
  readonly side: number;
  readonly leg: number;
  readonly fee: number;
  readonly profit: number;
  /** Of its order. */
  readonly row: Row;
}

const INSURANCE = 5;

const number = (row: Row, column: string): number => row[column] as number;
const sum = (row: Row, column: string, more: number): void => {
  row[column] = number(row, column) + more;
};
const sumBig = (row: Row, column: string, more: bigint): void => {
  row[column] = (row[column] as bigint) + more;
};
const share = (of: number, part: number, whole: number): number =>
  Number((BigInt(of) * BigInt(part)) / BigInt(whole));

/** See the head of the file. */
export class ContractModel {
  readonly tables: ContractTables = {
    positions: [],
    fundings: [],
    funding_rounds: [],
    liquidations: [],
    fund_entries: [],
  };
  /** The newest position of each account, instrument and leg. */
  readonly #newest = new Map<string, Row>();
  readonly #person: (account: number) => boolean;
  #closed = 0;
  #liquidations = 0;
  #fundEntries = 0;
  #unpaid: ModelHalf[] = [];
  #funding: { id: number; event: PostingEvent } | null = null;
  #fee: PostingEvent | null = null;

  constructor(person: (account: number) => boolean) {
    this.#person = person;
  }

  /** Which leg an account closes off the book by buying or selling. */
  legThatCloses(account: number, instrument: number, side: number): number {
    const legs = [0, 1, 2].filter((leg) => {
      const lots = number(this.#newest.get(`${account}:${instrument}:${leg}`) ?? {}, 'lots');
      return side === 0 ? lots < 0 : lots > 0;
    });
    if (legs.length !== 1) throw new Error(`account ${account} closes ${legs.length} positions`);
    return legs[0] as number;
  }

  /** The sides of the people in it, the taker's first. */
  trade(event: ContractTradeEvent, halves: readonly ModelHalf[]): void {
    this.#unpaid = [...halves];
    const [one, other] = halves;
    const withSelf = one?.account === other?.account && one?.leg === other?.leg;
    const told = event.origin === 0 && !withSelf;
    const touched = halves.flatMap((half) => this.#half(event, half, told));
    for (const row of touched) {
      row['updated_at'] = event.time;
      if (row['lots'] !== 0 || row['closed_id'] !== 0) continue;
      this.#closed += 1;
      Object.assign(row, { closed_id: this.#closed, closed_at: event.time });
    }
  }

  #half(event: ContractTradeEvent, half: ModelHalf, told: boolean): Row[] {
    const { account, side, leg, fee, profit } = half;
    const { instrument, quantity, price, trade } = event;
    const key = `${account}:${instrument}:${leg}`;
    const old = this.#newest.get(key);
    const before = old === undefined ? 0 : number(old, 'lots');
    const sign = side === 0 ? 1 : -1;
    const closing = before * sign < 0 ? Math.min(Math.abs(before), quantity) : 0;
    const opening = quantity - closing;
    const closingFee = opening === 0 ? fee : share(fee, closing, quantity);
    const touched: Row[] = [];
    if (closing > 0 && old !== undefined) {
      if (told) {
        const entry = Math.round((number(old, 'cost') * 100) / Math.abs(before));
        sum(half.row, 'closed_lots', closing);
        sumBig(half.row, 'closed_entry', BigInt(closing) * BigInt(entry));
      }
      sum(old, 'cost', -share(number(old, 'cost'), closing, Math.abs(before)));
      sum(old, 'lots', sign * closing);
      sumBig(old, 'closed_lots', BigInt(closing));
      sumBig(old, 'closed_value', BigInt(closing) * BigInt(price));
      sum(old, 'profit', profit);
      sum(old, 'fees', closingFee);
      touched.push(old);
    }
    if (opening === 0) return touched;
    let row = old;
    if (row === undefined || (row['lots'] === 0 && row['opened'] !== trade)) {
      row = newRow(event, account, leg);
      this.#newest.set(key, row);
      this.tables.positions.push(row);
    }
    if (row['lots'] === 0) row['side'] = side;
    sum(row, 'lots', sign * opening);
    sum(row, 'cost', opening * price);
    sumBig(row, 'opened_lots', BigInt(opening));
    sumBig(row, 'opened_value', BigInt(opening) * BigInt(price));
    sum(row, 'fees', fee - closingFee);
    sum(row, 'opening_fees', fee - closingFee);
    return [...touched, row];
  }

  /** The side of a trade that a posting pays. */
  paid(event: PostingEvent, amount: bigint): ModelHalf {
    const at = this.#unpaid.findIndex(
      ({ account, profit, fee }) => account === event.account && BigInt(profit - fee) === amount,
    );
    const [half] = this.#unpaid.splice(at, at < 0 ? 0 : 1);
    if (half === undefined) throw new Error(`nobody is paid for trade ${event.reference}`);
    return half;
  }

  /** What else a posting tells; `bill` is the id of the bill it made, 0 = none. */
  posting(event: PostingEvent, bill: number): void {
    const { reason, account, seq, time, asset, instrument, reference } = event;
    if (account === INSURANCE) {
      this.#fundEntries += 1;
      const amount = event.availableDelta + event.heldDelta;
      const balance = event.available + event.held;
      const what = { asset, id: this.#fundEntries, reason, amount, balance };
      this.tables.fund_entries.push({ ...what, instrument, reference, time, seq });
    }
    if (bill === 0) return;
    if (reason === PostingReason.funding) this.#funding = { id: bill, event };
    if (reason === PostingReason.liquidationFee) this.#fee = event;
  }

  /** All other kinds. */
  apply(event: Event): void {
    if (event.kind === EventKind.position && this.#person(event.account)) this.#position(event);
    else if (event.kind === EventKind.fundingSet) {
      const { instrument, round, rate, mark, index: index_price, due, time, seq } = event;
      const row = { instrument, round, rate, mark, index_price, due, time, seq };
      this.tables.funding_rounds.push(row);
    } else if (event.kind === EventKind.liquidation && this.#person(event.account)) {
      this.#liquidations += 1;
      this.tables.liquidations.push({
        account: event.account,
        id: this.#liquidations,
        instrument: event.instrument,
        leg: event.leg,
        margin_mode: event.marginMode,
        closed: event.closed,
        deleveraged: event.deleveraged,
        mark: event.mark,
        excess: event.excess,
        limit_price: event.limit,
        fee: event.fee,
        paid_by_fund: event.paidByFund,
        time: event.time,
        seq: event.seq,
      });
    }
  }

  #position(event: PositionEvent): void {
    const { account, instrument, leg, opened } = event;
    const row = this.tables.positions.findLast(
      (one) =>
        one['account'] === account &&
        one['instrument'] === instrument &&
        one['leg'] === leg &&
        one['opened'] === opened,
    );
    if (row === undefined) {
      if (opened !== 0) throw new Error(`position ${opened} was never opened`);
      return;
    }
    let changes = row['closed_id'] === 0 || row['leverage'] === 0;
    if (changes) {
      const { leverage, marginMode: margin_mode } = event;
      Object.assign(row, { leverage, margin_mode, margin: event.margin });
    } else if (row['closed_at'] === event.time) row['margin'] = 0;
    if (this.#funding !== null) this.#funded(row, event, this.#funding);
    if (this.#fee !== null) {
      sum(row, 'fees', -Number(this.#fee.availableDelta + this.#fee.heldDelta));
      changes = true;
    }
    this.#funding = null;
    this.#fee = null;
    if (changes) row['updated_at'] = event.time;
  }

  #funded(row: Row, event: PositionEvent, paid: { id: number; event: PostingEvent }): void {
    const { account, instrument, asset, reference: round } = paid.event;
    const amount = paid.event.availableDelta + paid.event.heldDelta;
    const { rate, mark } = this.tables.funding_rounds.find(
      (one) => one['instrument'] === instrument && one['round'] === round,
    ) as Row;
    sum(row, 'funding', Number(amount));
    const at = { account, id: paid.id, instrument, leg: event.leg, round };
    const what = { rate: rate as number, mark: mark as number, lots: row['lots'] as number };
    const when = { time: event.time, seq: event.seq };
    this.tables.fundings.push({ ...at, ...what, asset, amount, ...when });
  }
}

function newRow(event: ContractTradeEvent, account: number, leg: number): Row {
  const nothing = { margin_mode: 0, leverage: 0, lots: 0, cost: 0, margin: 0 };
  const sizes = { opened_lots: 0n, opened_value: 0n, closed_lots: 0n, closed_value: 0n };
  const money = { profit: 0, fees: 0, opening_fees: 0, funding: 0, closed_id: 0 };
  const times = { opened_at: event.time, closed_at: 0, updated_at: event.time, seq: event.seq };
  const name = { account, instrument: event.instrument, leg, opened: event.trade, side: 0 };
  return { ...name, ...nothing, ...sizes, ...money, ...times };
}
