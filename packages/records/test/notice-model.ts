/** The oracle of what people are told; see model.ts. Each event is looked at as its rule is written. */
import { type Event, EventKind, ownerOf } from '@halcyon/domain';
import type { Row } from './contract-model.ts';

/** Their table. */
export interface NoticeTables {
  readonly notices: Row[];
}

/** What it looks up in the other tables. */
export interface NoticeFacts {
  readonly person: (account: number) => boolean;
  readonly order: (id: number) => Row | undefined;
  readonly plan: (id: number) => Row | undefined;
  readonly parent: (id: number) => Row | undefined;
  /** Newest rows of the tables, after the event. */
  readonly newest: (table: 'liquidations' | 'margin_liquidations' | 'fundings') => Row | undefined;
}

/** Bits of the orders that the exchange places to liquidate a margin account, and any other. */
const LIQUIDATES = { margin: 9, other: 8 };

/** See the head of the file. */
export class NoticeModel {
  readonly tables: NoticeTables = { notices: [] };
  readonly #facts: NoticeFacts;
  #fundings = 0;
  /** Command, account, and contract or pair of what was liquidated. */
  readonly #liquidated: string[] = [];
  /** Parent orders that are paused. */
  readonly #paused = new Set<number>();

  constructor(facts: NoticeFacts) {
    this.#facts = facts;
  }

  /** After all other tables took the event. @param fundings rows of their table */
  apply(event: Event, fundings: number): void {
    if (event.kind === EventKind.orderDone) this.#order(event);
    else if (event.kind === EventKind.planEnded && event.end !== 1) {
      const plan = this.#facts.plan(event.plan);
      this.#tell(event, event.end === 2 ? 7 : 6, event.account, {
        ...{ instrument: event.instrument, side: plan?.['side'], quantity: plan?.['quantity'] },
        ...{ price: plan?.['trigger_price'], reference: event.plan, status: event.code },
      });
    } else if (event.kind === EventKind.parentOrderSet) {
      this.#parent(event);
    } else if (event.kind === EventKind.marginCall) {
      const { instrument, keeps: quantity, equity: amount } = event;
      if (this.#liquidated.includes(`${event.seq} ${event.account} ${instrument}`)) return;
      this.#tell(event, 0, event.account, { instrument, quantity, amount });
    } else if (event.kind === EventKind.liquidation) {
      const quantity = event.closed + event.deleveraged;
      if (quantity === 0) return;
      const reference = this.#facts.newest('liquidations')?.['id'];
      const { instrument, mark: price } = event;
      const whole = event.marginMode === 0 ? -1 : instrument;
      this.#liquidated.push(`${event.seq} ${event.account} ${whole}`);
      this.#tell(event, 1, event.account, { instrument, quantity, price, reference });
    } else if (event.kind === EventKind.marginLiquidation) {
      const reference = this.#facts.newest('margin_liquidations')?.['id'];
      this.#liquidated.push(`${event.seq} ${event.account} ${event.instrument}`);
      this.#tell(event, 2, event.account, { instrument: event.instrument, reference });
    } else if (event.kind === EventKind.contractTrade && event.origin === 1) {
      const { instrument, quantity, price, trade: reference, takerSide } = event;
      const what = { instrument, side: 1 - takerSide, quantity, price, reference };
      this.#tell(event, 3, event.makerAccount, what);
    } else if (event.kind === EventKind.moved) {
      const { asset, amount, id: reference, from, to, movement } = event;
      const what = { asset, amount, reference, instrument: event.instrument ?? -1 };
      if (movement === 'transfer') {
        this.#tell(event, 11, from, { ...what, other: to });
        if (ownerOf(to) !== ownerOf(from)) this.#tell(event, 11, to, { ...what, other: to });
      } else {
        if (movement === 'withdrawal') this.#tell(event, 10, from, what);
        this.#tell(event, 9, to, what);
      }
    } else if (event.kind === EventKind.withdrawal) {
      const { asset, amount, id: reference, account, to, status } = event.withdrawal;
      if (![4, 6, 7].includes(status)) return;
      this.#tell(event, 10, account, { asset, amount, reference, status });
      if (status === 4) this.#tell(event, 9, to, { asset, amount, reference });
    } else if (fundings > this.#fundings) {
      this.#fundings = fundings;
      const { account, instrument, asset, amount, id } = this.#facts.newest('fundings') as Row;
      this.#tell(event, 8, account as number, { instrument, asset, amount, reference: id });
    }
  }

  /** Those of the stream that end have traded. */
  #parent(event: Extract<Event, { kind: typeof EventKind.parentOrderSet }>): void {
    const { parent: id, state, code, account, instrument, side, parentKind: status } = event;
    const was = this.#paused.has(id);
    if (state === 1) this.#paused.add(id);
    else this.#paused.delete(id);
    if (state === 0 || (state === 1 && (was || code === 0))) return;
    const { filled: quantity, filled_quote: amount } = this.#facts.parent(id) ?? {};
    const what = { instrument, side, quantity, amount, reference: id, status };
    this.#tell(event, state === 1 ? 21 : 22, account, what);
  }

  #order(event: Extract<Event, { kind: typeof EventKind.orderDone }>): void {
    const order = this.#facts.order(event.order);
    if (order === undefined) return;
    const kindOfAccount = event.account % 8;
    const bits = kindOfAccount === 2 || kindOfAccount === 3 ? LIQUIDATES.margin : LIQUIDATES.other;
    if (((order['options'] as number) & bits) === bits) return;
    const traded = (order['trades'] as number) > 0;
    const isChild = String(order['client_id']).includes('#');
    if (isChild && (traded || order['time_in_force'] === 1)) return;
    if (!traded && [1, 5, 7].includes(event.reason)) return;
    this.#tell(event, traded ? 4 : 5, event.account, {
      ...{ instrument: event.instrument, side: order['side'], reference: event.order },
      ...{ quantity: order['filled_quantity'], amount: order['filled_quote'] },
    });
  }

  #tell(
    { time, seq }: Event,
    kind: number,
    account: number,
    what: Readonly<Partial<Record<string, number | bigint | string | undefined>>>,
  ): void {
    if (!this.#facts.person(account)) return;
    const { notices } = this.tables;
    const nothing = { instrument: -1, asset: -1, side: -1, quantity: 0, amount: 0, price: 0 };
    notices.push({
      ...{ user: ownerOf(account), id: notices.length + 1, kind, account },
      ...nothing,
      ...{ reference: 0, other: 0, status: 0 },
      ...what,
      ...{ time, seq },
    } as Row);
  }
}
