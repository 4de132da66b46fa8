/** Numbers of which the least comes first; each is in it once at most. */
export class KeyQueue {
  private readonly heap: number[] = [];
  private readonly known = new Set<number>();

  /** The least, undefined = it is empty. */
  get first(): number | undefined {
    return this.heap[0];
  }

  add(key: number): void {
    if (this.known.has(key)) return;
    this.known.add(key);
    const { heap } = this;
    let at = heap.length;
    for (; at > 0; at = (at - 1) >> 1) {
      const parent = heap[(at - 1) >> 1]!;
      if (parent <= key) break;
      heap[at] = parent;
    }
    heap[at] = key;
  }

  /** Takes the least out. */
  drop(): void {
    const { heap } = this;
    this.known.delete(heap[0]!);
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child += 1;
      if (child >= heap.length || heap[child]! >= last) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  }
}
