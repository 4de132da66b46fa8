/**
 * What the journal says of an order from its placing to its end, or of a position from its opening to its
 * closing: its receipt, made by carrying all commands of that time out again.
 */
import {
  type AccountId,
  CommandDecoder,
  type DoneReason,
  type EntryPlace,
  type Event,
  EventKind,
  type OrderFill,
  type OrderOpenedEvent,
  orderReceipt,
  type PositionEvent,
  PositionLeg,
  type PositionName,
  parsePositionId,
  parseWireId,
  positionReceipt,
  type Receipt,
  receiptHead,
  Side,
} from '@halcyon/domain';
import type { JournalPlace } from '../replay.ts';
import { type CoreAt, coreAt } from './core-at.ts';
import { listedIn } from './listed-in.ts';

/** Commands that are carried out before it is looked whether it has ended. */
const STRIDE = 1_000;

/** What is followed through its commands. */
interface Life {
  readonly began: boolean;
  readonly ended: boolean;
  /** @param events of one command */
  learn(events: readonly Event[]): void;
  receipt(place: EntryPlace, at: CoreAt): Receipt;
}

class OrderLife implements Life {
  #opened: OrderOpenedEvent | null = null;
  #reason: DoneReason | null = null;
  readonly #fills: OrderFill[] = [];
  readonly #order: number;
  readonly #account: AccountId;

  constructor(order: number, account: AccountId) {
    this.#order = order;
    this.#account = account;
  }

  get began(): boolean {
    return this.#opened !== null;
  }

  get ended(): boolean {
    return this.#reason !== null;
  }

  learn(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind === EventKind.orderOpened && this.#isOwn(event)) this.#opened = event;
      if (event.kind === EventKind.orderDone && this.#isOwn(event)) this.#reason = event.reason;
      if (event.kind !== EventKind.trade && event.kind !== EventKind.contractTrade) continue;
      const profits = event.kind === EventKind.contractTrade ? event : null;
      const { seq, trade, price, quantity, quote } = event;
      const facts = { seq, trade, price, quantity, quote };
      if (event.makerOrder === this.#order && event.makerAccount === this.#account) {
        const profit = profits?.makerProfit ?? 0;
        this.#fills.push({ ...facts, isTaker: false, fee: event.makerFee, profit });
      }
      if (event.takerOrder === this.#order && event.takerAccount === this.#account) {
        const profit = profits?.takerProfit ?? 0;
        this.#fills.push({ ...facts, isTaker: true, fee: event.takerFee, profit });
      }
    }
  }

  receipt(place: EntryPlace, { core }: CoreAt): Receipt {
    const { side, time, instrument } = this.#opened!;
    const facts = { order: this.#order, side, reason: this.#reason!, fills: this.#fills };
    return orderReceipt(receiptHead({ ...place, time }), listedIn(core.state, instrument), facts);
  }

  #isOwn({ order, account }: { readonly order: number; readonly account: AccountId }): boolean {
    return order === this.#order && account === this.#account;
  }
}

class PositionLife implements Life {
  #first: PositionEvent | null = null;
  #last: PositionEvent | null = null;
  #side: Side = Side.buy;
  readonly #name: PositionName;
  readonly #account: AccountId;

  constructor(name: PositionName, account: AccountId) {
    this.#name = name;
    this.#account = account;
  }

  get began(): boolean {
    return this.#first !== null;
  }

  get ended(): boolean {
    return this.#last?.lots === 0;
  }

  learn(events: readonly Event[]): void {
    const { opened, leg } = this.#name;
    for (const event of events) {
      // Whether it was long shows at its opening, or where that closed it at once, by what was taken.
      if (event.kind === EventKind.contractTrade && event.trade === opened) {
        this.#side = event.takerSide;
      }
      if (event.kind !== EventKind.position || event.account !== this.#account) continue;
      if (event.opened !== opened || event.leg !== leg) continue;
      if (this.#first === null && event.lots !== 0) {
        this.#side = event.lots > 0 ? Side.buy : Side.sell;
      }
      this.#first ??= event;
      this.#last = event;
    }
  }

  receipt(place: EntryPlace, { core }: CoreAt): Receipt {
    const { time, instrument } = this.#first!;
    const { profit, fees, funding, time: closedAt } = this.#last!;
    const facts = { ...this.#name, side: this.#side, closedAt, profit, fees, funding };
    const head = receiptHead({ ...place, time });
    return positionReceipt(head, listedIn(core.state, instrument), facts);
  }
}

/**
 * The receipt of an order or a position that the command at a place began, followed to its end; null when
 * what is kept of the journal does not reach back to it, undefined when that command began no such one.
 * @param place its time is not looked at: the journal says it
 * @throws JournalDamageError where the journal is not sound, or ends before that does
 */
export function lifeReceiptAt(
  journal: JournalPlace,
  place: EntryPlace,
  of: { readonly kind: 'order' | 'position'; readonly id: string },
): Receipt | null | undefined {
  const at = coreAt(journal, place.seq - 1);
  if (at === null) return null;
  try {
    return follow(at, place, lifeOf(of, place.account));
  } finally {
    at.tail.close();
  }
}

function lifeOf(
  { kind, id }: { readonly kind: 'order' | 'position'; readonly id: string },
  account: AccountId,
): Life {
  if (kind === 'order') return new OrderLife(parseWireId(id) ?? 0, account);
  return new PositionLife(parsePositionId(id) ?? { opened: 0, leg: PositionLeg.net }, account);
}

function follow(at: CoreAt, place: EntryPlace, life: Life): Receipt | undefined {
  const { core, tail } = at;
  const decoder = new CommandDecoder();
  const readTo = (toSeq: number) =>
    tail.readTo(toSeq, (_seq, bytes, offset, length) => {
      core.apply(decoder.decode(bytes, offset, length), decoder.kind);
      if (!life.ended) life.learn(core.state.log.decode());
      core.state.log.reset();
    });
  for (let toSeq = place.seq; ; toSeq += STRIDE) {
    try {
      readTo(toSeq);
    } catch (error) {
      // The journal may end within the stride.
      if (!life.ended) throw error;
    }
    if (!life.began) return undefined;
    if (life.ended) return life.receipt(place, at);
  }
}
