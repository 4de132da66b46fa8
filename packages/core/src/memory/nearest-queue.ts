/** What is looked at from which price or time on: the nearest first, at one place the lower id. So no order hangs on memory. */
import { assert } from '@halcyon/domain';

export interface Waiting {
  readonly id: number;
  /** Ticks, or Unix ms. */
  readonly at: number;
  /** Where it stands, -1 = nowhere. */
  place: number;
}

export class NearestQueue {
  /** 1: reached at the value and below; -1: at it and above. */
  declare private readonly sign: 1 | -1;
  private readonly heap: Waiting[] = [];

  constructor(sign: 1 | -1) {
    this.sign = sign;
  }

  /** Whether a value reaches the nearest. */
  isReached(value: number): boolean {
    const [top] = this.heap;
    return top !== undefined && (this.sign === 1 ? value <= top.at : value >= top.at);
  }

  /** Where the nearest is, undefined = nothing waits. */
  get nearest(): number | undefined {
    return this.heap[0]?.at;
  }

  /** Takes the nearest out. */
  take(): Waiting {
    const [top] = this.heap;
    assert(top !== undefined, 'nothing waits');
    this.remove(top);
    return top;
  }

  add(waiting: Waiting): void {
    waiting.place = this.heap.length;
    this.heap.push(waiting);
    this.up(waiting);
  }

  remove(waiting: Waiting): void {
    const { heap } = this;
    const { place } = waiting;
    assert(heap[place] === waiting, 'what waits is not where it stands');
    const last = heap.pop()!;
    waiting.place = -1;
    if (last === waiting) return;
    this.put(last, place);
    this.up(last);
    this.down(last);
  }

  private put(waiting: Waiting, place: number): void {
    this.heap[place] = waiting;
    waiting.place = place;
  }

  private isBefore(a: Waiting, b: Waiting): boolean {
    const nearer = (a.at - b.at) * this.sign;
    return nearer > 0 || (nearer === 0 && a.id < b.id);
  }

  private up(waiting: Waiting): void {
    let at = waiting.place;
    while (at > 0) {
      const parent = this.heap[(at - 1) >> 1]!;
      if (!this.isBefore(waiting, parent)) break;
      this.put(parent, at);
      at = (at - 1) >> 1;
    }
    this.put(waiting, at);
  }

  private down(waiting: Waiting): void {
    const { heap } = this;
    let at = waiting.place;
    for (let child = at * 2 + 1; child < heap.length; child = at * 2 + 1) {
      const right = heap[child + 1];
      if (right !== undefined && this.isBefore(right, heap[child]!)) child += 1;
      const next = heap[child]!;
      if (!this.isBefore(next, waiting)) break;
      this.put(next, at);
      at = child;
    }
    this.put(waiting, at);
  }
}
