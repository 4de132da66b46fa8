/**
 * The oracle of the projection: what the tables must hold, computed from the unfiltered events in
 * the plainest way, independently of the code under test. Rows are arrays of text, in the tables'
 * column order, keyed by their primary key.
 */
import type {
  AttachedPrices,
  ContractTradeEvent,
  Event,
  Instrument,
  TradeEvent,
  WithdrawalEvent,
} from '@halcyon/domain';
import { EventKind, FIRST_USER_ID, ownerOf, PostingReason } from '@halcyon/domain';
import type { ContractTables, ModelHalf, Row } from './contract-model.ts';
import { ContractModel } from './contract-model.ts';
import { FundModel, type FundTables } from './fund-model.ts';
import { LoanModel, type LoanTables } from './loan-model.ts';
import { NoticeModel, type NoticeTables } from './notice-model.ts';

/** The tables of the model by name; each a list of rows. */
export interface ModelTables extends ContractTables, FundTables, LoanTables, NoticeTables {
  readonly users: Row[];
  readonly assets: Row[];
  readonly instruments: Row[];
  readonly orders: Row[];
  readonly fills: Row[];
  readonly bills: Row[];
  readonly plans: Row[];
  readonly movements: Row[];
  readonly prevented_matches: Row[];
  readonly refusals: Row[];
  readonly parent_orders: Row[];
}

const number = (row: Row, column: string): number => row[column] as number;

/** See the head of the file. */
export class Model {
  readonly #contracts = new ContractModel((account) => this.#person(account));
  readonly #fund = new FundModel();
  readonly #loans = new LoanModel((account) => this.#person(account));
  readonly #notices = new NoticeModel({
    person: (account) => this.#person(account),
    order: (id) => this.#order(id),
    plan: (id) => this.tables.plans.find((row) => row['id'] === id),
    parent: (id) => this.tables.parent_orders.find((row) => row['id'] === id),
    newest: (table) => this.tables[table].at(-1),
  });
  readonly tables: ModelTables = {
    users: [],
    assets: [],
    instruments: [],
    orders: [],
    fills: [],
    bills: [],
    plans: [],
    movements: [],
    prevented_matches: [],
    refusals: [],
    parent_orders: [],
    ...this.#contracts.tables,
    ...this.#fund.tables,
    ...this.#loans.tables,
    ...this.#notices.tables,
  };
  readonly #simulated = new Set<number>();
  readonly #instruments = new Map<number, Instrument>();

  /** Applies events in order. */
  apply(events: readonly Event[]): void {
    for (const event of events) {
      this.#apply(event);
      this.#fund.apply(event);
      this.#notices.apply(event, this.tables.fundings.length);
    }
  }

  #person(account: number): boolean {
    const user = ownerOf(account);
    return user >= FIRST_USER_ID && !this.#simulated.has(user);
  }

  #order(id: number): Row | undefined {
    return this.tables.orders.find((row) => row['id'] === id);
  }

  #apply(event: Event): void {
    const { tables } = this;
    if (event.kind === EventKind.userOpened) {
      if (event.simulated) this.#simulated.add(event.user);
      const { user: id, seq, time } = event;
      tables.users.push({ id, simulated: event.simulated ? 1 : 0, seq, time });
    } else if (event.kind === EventKind.assetListed) {
      const { id, code, name, scale } = event.asset;
      tables.assets.push({ id, code, name, scale });
    } else if (event.kind === EventKind.instrumentSet) {
      this.#listInstrument(event.instrument);
    } else if (event.kind === EventKind.moved) {
      if (!this.#person(event.from) && !this.#person(event.to)) return;
      tables.movements.push({
        id: event.id,
        kind: ['deposit', 'withdrawal', 'transfer'].indexOf(event.movement),
        from_user: ownerOf(event.from),
        to_user: ownerOf(event.to),
        from_account: event.from,
        to_account: event.to,
        asset: event.asset,
        amount: event.amount,
        fee: event.fee,
        client_id: event.clientId,
        address: event.address,
        actor: event.actor,
        reason: event.reason,
        time: event.time,
        seq: event.seq,
        pocket: (event.instrument ?? -1) + 1,
        ...{ status: 0, updated_at: 0, approvals: 0, approved_by: '', tx: '' },
      });
    } else if (event.kind === EventKind.withdrawal) {
      this.#withdrawal(event);
    } else if (event.kind === EventKind.posting) this.#posting(event);
    else if (event.kind === EventKind.trade || event.kind === EventKind.contractTrade) {
      this.#trade(event);
    } else this.#other(event);
  }

  #withdrawal({ withdrawal, actor, reason, seq, time }: WithdrawalEvent): void {
    const { id, account, to, status, requestedAt, approvals, approvedBy } = withdrawal;
    if (!this.#person(account) && !this.#person(to)) return;
    const changed = {
      ...{ actor, reason, status, updated_at: time },
      ...{ approved_by: approvedBy.join('\n'), tx: withdrawal.transaction },
    };
    const known = this.tables.movements.find((row) => row['id'] === id);
    if (known !== undefined) {
      Object.assign(known, changed);
      return;
    }
    this.tables.movements.push({
      id,
      kind: 1,
      from_user: ownerOf(account),
      to_user: ownerOf(to),
      from_account: account,
      to_account: to,
      asset: withdrawal.asset,
      amount: withdrawal.amount,
      fee: withdrawal.fee,
      client_id: withdrawal.clientId,
      address: withdrawal.address,
      time: requestedAt,
      seq,
      pocket: 0,
      approvals,
      ...changed,
    });
  }

  #parent(event: Extract<Event, { kind: typeof EventKind.parentOrderSet }>): void {
    const known = this.tables.parent_orders.find((row) => row['id'] === event.parent);
    const { price, quantity, slices, visible, state, code, filled } = event;
    const now = {
      price,
      far_price: event.farPrice,
      quantity,
      slices,
      visible,
      duration: event.duration ?? 0,
      slippage: event.slippage ?? 0,
      state,
      code,
      filled,
      filled_quote: this.#tradedByChildren(event.parent),
    };
    if (known !== undefined) {
      Object.assign(known, now, { updated_at: event.time });
      return;
    }
    this.tables.parent_orders.push({
      account: event.account,
      id: event.parent,
      instrument: event.instrument,
      side: event.side,
      parent_kind: event.parentKind,
      self_trade: event.selfTrade,
      post_only: event.postOnly ? 1 : 0,
      client_id: event.clientId,
      ...now,
      created_at: event.time,
      updated_at: event.time,
      seq: event.seq,
    });
  }

  #childEnded({ plan }: Row): void {
    const parent = this.tables.parent_orders.find((row) => row['id'] === plan);
    if (parent !== undefined) parent['filled_quote'] = this.#tradedByChildren(Number(plan));
  }

  /** Quote units that orders of a parent traded that have ended. */
  #tradedByChildren(parent: number): bigint {
    return this.tables.orders
      .filter((row) => row['plan'] === parent && Number(row['status']) > 1)
      .reduce((sum, row) => sum + BigInt(row['filled_quote'] as bigint), 0n);
  }

  #listInstrument(instrument: Instrument): void {
    this.#instruments.set(instrument.id, instrument);
    this.tables.instruments.push({
      id: instrument.id,
      symbol: instrument.symbol,
      base: instrument.base,
      quote: instrument.quote,
      price_scale: instrument.priceScale,
      quantity_scale: instrument.quantityScale,
      quote_factor: instrument.quoteFactor,
      lot_units: instrument.lotUnits,
      product: instrument.product,
    });
  }

  #posting(event: Extract<Event, { kind: typeof EventKind.posting }>): void {
    const amount = event.availableDelta + event.heldDelta;
    if (amount === 0n) return;
    const person = this.#person(event.account);
    this.#contracts.posting(event, person ? this.tables.bills.length + 1 : 0);
    if (!person) return;
    const instrument = this.#instruments.get(event.instrument);
    let side = -1;
    if (instrument?.base === event.asset) side = amount > 0n ? 0 : 1;
    if (instrument?.quote === event.asset) side = amount > 0n ? 1 : 0;
    if (![2, 3].includes(event.reason)) side = -1;
    const trades = event.reason === PostingReason.contractTrade;
    const half = trades ? this.#contracts.paid(event, amount) : null;
    this.tables.bills.push({
      account: event.account,
      id: this.tables.bills.length + 1,
      asset: event.asset,
      reason: event.reason,
      side: half?.side ?? side,
      amount,
      fee: half?.fee ?? event.fee,
      balance: event.available + event.held,
      instrument: event.instrument,
      reference: event.reference,
      time: event.time,
      seq: event.seq,
    });
  }

  #trade(event: TradeEvent | ContractTradeEvent): void {
    const contract = event.kind === EventKind.contractTrade;
    const maker = {
      order: event.makerOrder,
      account: event.makerAccount,
      fee: event.makerFee,
      profit: contract ? event.makerProfit : 0,
      remaining: event.makerRemaining,
      side: event.takerSide === 0 ? 1 : 0,
    };
    const taker = {
      order: event.takerOrder,
      account: event.takerAccount,
      fee: event.takerFee,
      profit: contract ? event.takerProfit : 0,
      remaining: event.takerRemaining,
      side: event.takerSide,
    };
    const halves: ModelHalf[] = [];
    for (const [liquidity, half] of [maker, taker].entries()) {
      if (!this.#person(half.account)) continue;
      const order = this.#fill(event, liquidity, half);
      if (!contract) continue;
      const leg = (number(order, 'options') >> 1) & 3;
      halves.unshift({ ...half, leg, row: order });
    }
    if (contract) this.#contracts.trade(event, halves);
  }

  #fill(
    event: TradeEvent | ContractTradeEvent,
    liquidity: number,
    half: Readonly<Record<'order' | 'account' | 'side' | 'fee' | 'profit' | 'remaining', number>>,
  ): Row {
    const { base, quote, product } = this.#instruments.get(event.instrument) as Instrument;
    const origin = event.kind === EventKind.contractTrade ? event.origin : 0;
    let order = this.#order(half.order);
    if (origin > 0) {
      const leg = this.#contracts.legThatCloses(half.account, event.instrument, half.side);
      order = { type: 1, options: leg * 2 };
    } else if (order !== undefined) {
      order['filled_quantity'] = number(order, 'filled_quantity') + event.quantity;
      order['filled_quote'] = BigInt(order['filled_quote'] as bigint) + BigInt(event.quote);
      order['fee'] = BigInt(order['fee'] as bigint) + BigInt(half.fee);
      order['profit'] = BigInt(order['profit'] as bigint) + BigInt(half.profit);
      order['trades'] = number(order, 'trades') + 1;
      order['remaining'] = half.remaining;
      order['status'] = 1;
      order['updated_at'] = event.time;
    }
    if (order === undefined) throw new Error(`order ${half.order} was never opened`);
    this.tables.fills.push({
      account: half.account,
      trade: event.trade,
      liquidity,
      order_id: half.order,
      instrument: event.instrument,
      side: half.side,
      type: number(order, 'type'),
      price: event.price,
      quantity: event.quantity,
      quote: event.quote,
      fee: half.fee,
      fee_asset: half.side === 0 && product === 0 ? base : quote,
      time: event.time,
      seq: event.seq,
      options: number(order, 'options'),
      profit: half.profit,
      origin,
      own: event.own ? 1 : 0,
    });
    return order;
  }

  #other(event: Event): void {
    if (event.kind === EventKind.orderOpened && this.#person(event.account)) {
      const { base, quote, product } = this.#instruments.get(event.instrument) as Instrument;
      this.tables.orders.push({
        account: event.account,
        id: event.order,
        instrument: event.instrument,
        side: event.side,
        type: event.type,
        time_in_force: event.timeInForce,
        self_trade: event.selfTrade,
        price: event.price,
        quantity: event.quantity,
        quote_amount: event.quoteAmount,
        client_id: event.clientId,
        plan: event.plan,
        take_profit_trigger: event.takeProfitTrigger,
        take_profit_price: event.takeProfitPrice,
        stop_loss_trigger: event.stopLossTrigger,
        stop_loss_price: event.stopLossPrice,
        filled_quantity: 0,
        filled_quote: 0n,
        fee: 0n,
        fee_asset: event.side === 0 && product === 0 ? base : quote,
        trades: 0,
        remaining: event.quantity,
        status: 0,
        done_reason: -1,
        created_at: event.time,
        updated_at: event.time,
        seq: event.seq,
        options: event.options,
        profit: 0n,
        closed_lots: 0,
        closed_entry: 0n,
      });
    } else if (event.kind === EventKind.orderDone && this.#person(event.account)) {
      const order = this.#order(event.order) as Row;
      order['done_reason'] = event.reason;
      order['status'] = event.reason === 0 ? 2 : 3;
      order['remaining'] = event.remaining;
      order['updated_at'] = event.time;
      this.#childEnded(order);
    } else if (event.kind === EventKind.orderAmended && this.#person(event.account)) {
      const { price, quantity, remaining } = event;
      const change = { price, quantity, remaining, updated_at: event.time };
      Object.assign(this.#order(event.order) as Row, change);
    } else this.#planOrPrevented(event);
    this.#contracts.apply(event);
    this.#loans.apply(event);
  }

  #planOrPrevented(event: Event): void {
    if (event.kind === EventKind.planOpened && this.#person(event.account)) {
      this.tables.plans.push({
        account: event.account,
        id: event.plan,
        instrument: event.instrument,
        side: event.side,
        plan_type: event.planType,
        trigger_by: event.triggerBy,
        trigger_price: event.triggerPrice,
        price: event.price,
        quantity: event.quantity,
        quote_amount: event.quoteAmount,
        callback_ppm: event.callbackPpm,
        client_id: event.clientId,
        parent: event.parent,
        status: 0,
        order_id: 0,
        code: 0,
        created_at: event.time,
        updated_at: event.time,
        seq: event.seq,
        options: event.options ?? 0,
        ...attachedColumns(event.attached),
      });
    } else if (event.kind === EventKind.planAmended && this.#person(event.account)) {
      const plan = this.tables.plans.find((row) => row['id'] === event.plan) as Row;
      plan['trigger_price'] = event.triggerPrice;
      plan['price'] = event.price;
      plan['quantity'] = event.quantity;
      plan['quote_amount'] = event.quoteAmount;
      plan['callback_ppm'] = event.callbackPpm ?? (plan['callback_ppm'] as number);
      plan['trigger_by'] = event.triggerBy ?? (plan['trigger_by'] as number);
      if (event.attached !== undefined) Object.assign(plan, attachedColumns(event.attached));
      plan['updated_at'] = event.time;
    } else if (event.kind === EventKind.planEnded && this.#person(event.account)) {
      const plan = this.tables.plans.find((row) => row['id'] === event.plan) as Row;
      const { order: order_id, code, time: updated_at } = event;
      Object.assign(plan, { status: event.end + 1, order_id, code, updated_at });
    } else if (event.kind === EventKind.selfTradePrevented) {
      const taker = this.#order(event.takerOrder);
      if (taker === undefined) return;
      this.tables.prevented_matches.push({
        account: taker['account'] as number,
        id: this.tables.prevented_matches.length + 1,
        instrument: event.instrument,
        maker_order: event.makerOrder,
        taker_order: event.takerOrder,
        price: event.price,
        quantity: event.quantity,
        mode: event.mode,
        time: event.time,
        seq: event.seq,
      });
    } else if (event.kind === EventKind.parentOrderSet && this.#person(event.account)) {
      this.#parent(event);
    } else if (event.kind === EventKind.orderRefused && this.#person(event.account)) {
      this.tables.refusals.push({
        account: event.account,
        id: this.tables.refusals.length + 1,
        instrument: event.instrument,
        form: event.form,
        side: event.side,
        type: event.type,
        trigger_price: event.trigger,
        price: event.price,
        quantity: event.quantity,
        quote_amount: event.quoteAmount,
        client_id: event.clientId,
        code: event.code,
        limit_number: String(event.limit),
        value_number: String(event.value),
        time: event.time,
        seq: event.seq,
      });
    }
  }

  /** A table's rows as the projection's canonical text, sorted. */
  canonical(name: keyof ModelTables): string[] {
    return this.tables[name]
      .map((row) =>
        JSON.stringify(
          Object.values(row).map((cell) => (typeof cell === 'string' ? cell : String(cell))),
        ),
      )
      .sort();
  }
}

/** What is attached to the order of a plan, as columns. */
function attachedColumns(attached: AttachedPrices | undefined): Row {
  return {
    take_profit_trigger: attached?.takeProfitTrigger ?? 0,
    take_profit_price: attached?.takeProfitPrice ?? 0,
    take_profit_by: attached?.takeProfitBy ?? 0,
    stop_loss_trigger: attached?.stopLossTrigger ?? 0,
    stop_loss_price: attached?.stopLossPrice ?? 0,
    stop_loss_by: attached?.stopLossBy ?? 0,
  };
}
