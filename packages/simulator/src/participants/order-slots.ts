/**
 * The resting orders of one instrument's makers as numbered slots. A slot's number is part of its
 * order's client id, so that after a crash every resting order finds its slot again. Local state is
 * optimistic: it assumes success and is corrected by the exchange's reports.
 */
import type { OrderSide, Participant, PortCommand, RestingReport } from '../port.ts';

/** What a slot is for. */
export type SlotKind = 'touch' | 'near' | 'far';

/** One resting order, or the place of one. */
export interface OrderSlot {
  readonly index: number;
  readonly side: OrderSide;
  readonly kind: SlotKind;
  readonly participant: Participant;
  /** '' while no order rests. */
  clientId: string;
  price: number;
  /** Lots still resting and lots already traded of this order. */
  remaining: number;
  filled: number;
  /** Next time at which the maker wants to do something about this slot. */
  dueMs: number;
}

/** Prefix of the client ids of the simulator's makers. */
const CLIENT_ID_PREFIX = 'sim';

/** The slot number in a client id made here, or -1. */
function slotOfClientId(clientId: string): number {
  const match = /^sim-[0-9A-Z]+-(\d{1,4})-[0-9a-z]+-[0-9a-z]+$/.exec(clientId);
  return match === null ? -1 : Number(match[1]);
}

/** How long a slot whose order was refused stays empty; at the touch it is missed sooner. */
const REFUSED_PAUSE_MS = 2_000;
const REFUSED_TOUCH_PAUSE_MS = 150;

/** All slots of one instrument, and the commands that change them. */
export class OrderSlots {
  readonly slots: readonly OrderSlot[];
  readonly #symbol: string;
  readonly #epoch: string;
  #counter = 0;
  /** Lots bought less lots sold by the makers since the start. */
  inventory = 0;

  /** @param epochMs start of this run; makes client ids unlike those of earlier runs. */
  constructor(symbol: string, slots: readonly OrderSlot[], epochMs: number) {
    this.#symbol = symbol;
    this.slots = slots;
    this.#epoch = Math.floor(epochMs).toString(36);
  }

  place(slot: OrderSlot, price: number, quantity: number, out: PortCommand[]): void {
    this.#counter += 1;
    slot.clientId = `${CLIENT_ID_PREFIX}-${this.#symbol}-${slot.index}-${this.#epoch}-${this.#counter.toString(36)}`;
    slot.price = price;
    slot.remaining = quantity;
    slot.filled = 0;
    const { participant, side, clientId } = slot;
    const symbol = this.#symbol;
    out.push({
      op: 'limit',
      participant,
      symbol,
      clientId,
      side,
      force: 'post_only',
      price,
      quantity,
    });
  }

  amend(slot: OrderSlot, price: number, remaining: number, out: PortCommand[]): void {
    if (price === slot.price && remaining === slot.remaining) return;
    slot.price = price;
    slot.remaining = remaining;
    const { participant, clientId } = slot;
    const quantity = remaining + slot.filled;
    out.push({ op: 'amend', participant, symbol: this.#symbol, clientId, price, quantity });
  }

  /** Takes over an order found at start; false when it has no slot (the caller cancels it). */
  adopt(order: RestingReport): boolean {
    const slot = this.slots[slotOfClientId(order.clientId)];
    const fits = slot?.side === order.side && slot.participant === order.participant;
    if (slot === undefined || !fits || slot.clientId !== '') return false;
    slot.clientId = order.clientId;
    slot.price = order.price;
    slot.remaining = order.quantity - order.filled;
    slot.filled = order.filled;
    return true;
  }

  /** The slot whose order has that client id. */
  find(clientId: string): OrderSlot | null {
    const slot = this.slots[slotOfClientId(clientId)];
    return slot?.clientId === clientId ? slot : null;
  }

  /** Books a fill of a maker's order. */
  fill(clientId: string, lots: number): void {
    const slot = this.find(clientId);
    if (slot === null || lots === 0) return;
    slot.remaining = Math.max(0, slot.remaining - lots);
    slot.filled += lots;
    this.inventory += slot.side === 'buy' ? lots : -lots;
  }

  /** The order is no more; the slot may be filled again from `dueMs`. */
  end(clientId: string, dueMs: number): void {
    const slot = this.find(clientId);
    if (slot === null) return;
    slot.clientId = '';
    slot.remaining = 0;
    slot.dueMs = dueMs;
  }

  /** A command about the order was refused: forget an unknown order, cancel a known one. */
  refuse(clientId: string, unknownOrder: boolean, nowMs: number, out: PortCommand[]): void {
    const slot = this.find(clientId);
    if (slot === null) return;
    if (!unknownOrder) {
      // Whether the placement or an amend of it was refused is not known: a cancel settles it.
      const { participant } = slot;
      out.push({ op: 'cancel', participant, symbol: this.#symbol, clientId });
    }
    const pauseMs = slot.kind === 'touch' ? REFUSED_TOUCH_PAUSE_MS : REFUSED_PAUSE_MS;
    this.end(clientId, nowMs + (unknownOrder ? 0 : pauseMs));
  }

  /** Lots of the makers resting at exactly that price. */
  quantityAt(side: OrderSide, price: number): number {
    let sum = 0;
    for (const slot of this.slots) {
      if (slot.side === side && slot.clientId !== '' && slot.price === price) sum += slot.remaining;
    }
    return sum;
  }
}
