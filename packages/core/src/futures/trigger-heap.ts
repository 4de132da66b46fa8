/**
 * The triggers of one direction at one price: a heap that has the one nearest to the price on top. What
 * stands in it, a position of a contract or a coin of a margin account, is in it at most once and knows
 * its place.
 */
import { assert } from '@halcyon/domain';
import {
  POSITION_LANE_SHIFT,
  POSITION_WORD_SHIFT,
  PositionLane,
  PositionWord,
} from './positions.ts';

/** Records with a trigger and a place where positions have them. */
export interface TriggerRecords {
  readonly f64: Float64Array;
  readonly i32: Int32Array;
}

const INITIAL = 16;

export class TriggerHeap {
  /** 1: what loses as the price falls, the highest trigger on top; -1: as it rises, the lowest. */
  declare private readonly sign: 1 | -1;
  declare private readonly records: TriggerRecords;
  private slots = new Int32Array(INITIAL);
  length = 0;

  constructor(records: TriggerRecords, sign: 1 | -1) {
    this.records = records;
    this.sign = sign;
  }

  /** The record whose trigger a price has crossed, taken out; -1 = there is none. */
  takeCrossed(price: number): number {
    if (this.length === 0) return -1;
    const top = this.slots[0]!;
    const trigger = this.triggerOf(top);
    const crossed = this.sign === 1 ? price < trigger : price > trigger;
    if (!crossed) return -1;
    this.remove(top);
    return top;
  }

  /** Puts a record in whose trigger is set, or to its new place. */
  set(slot: number): void {
    const place = this.placeOf(slot);
    if (place === -1) {
      if (this.length === this.slots.length) this.grow();
      this.length += 1;
      this.put(slot, this.length - 1);
      this.up(this.length - 1);
      return;
    }
    assert(this.slots[place] === slot, 'a trigger stands in another heap');
    this.up(place);
    this.down(this.placeOf(slot));
  }

  /** Takes a record out that is in it. */
  remove(slot: number): void {
    const place = this.placeOf(slot);
    assert(this.slots[place] === slot, 'a trigger is not where it stands');
    this.records.i32[(slot << POSITION_WORD_SHIFT) | PositionWord.place] = -1;
    this.length -= 1;
    if (place === this.length) return;
    const last = this.slots[this.length]!;
    this.put(last, place);
    this.up(place);
    this.down(this.placeOf(last));
  }

  /** Whether a record is in this heap. */
  has(slot: number): boolean {
    const place = this.placeOf(slot);
    return place !== -1 && place < this.length && this.slots[place] === slot;
  }

  private triggerOf(slot: number): number {
    return this.records.f64[(slot << POSITION_LANE_SHIFT) | PositionLane.trigger]!;
  }

  private placeOf(slot: number): number {
    return this.records.i32[(slot << POSITION_WORD_SHIFT) | PositionWord.place]!;
  }

  private put(slot: number, place: number): void {
    this.slots[place] = slot;
    this.records.i32[(slot << POSITION_WORD_SHIFT) | PositionWord.place] = place;
  }

  /** Whether what is at `a` belongs above what is at `b`. */
  private above(a: number, b: number): boolean {
    const difference = this.triggerOf(this.slots[a]!) - this.triggerOf(this.slots[b]!);
    return this.sign === 1 ? difference > 0 : difference < 0;
  }

  private swap(a: number, b: number): void {
    const slot = this.slots[a]!;
    this.put(this.slots[b]!, a);
    this.put(slot, b);
  }

  private up(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.above(at, parent)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private down(from: number): void {
    for (let at = from; ; ) {
      const left = at * 2 + 1;
      if (left >= this.length) return;
      const right = left + 1;
      const child = right < this.length && this.above(right, left) ? right : left;
      if (!this.above(child, at)) return;
      this.swap(at, child);
      at = child;
    }
  }

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 2);
    slots.set(this.slots);
    this.slots = slots;
  }
}
