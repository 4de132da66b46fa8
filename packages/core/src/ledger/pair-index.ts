/**
 * Dense slots for (account, number) pairs: open addressing, insert only. A slot once given stays, so
 * callers keep plain columns beside it.
 */
const INITIAL = 1_024;

export class PairIndex {
  /** Slots given. */
  count = 0;
  accounts = new Int32Array(INITIAL);
  numbers = new Int32Array(INITIAL);
  private table = new Int32Array(INITIAL * 2);
  private mask = this.table.length - 1;

  /** The slot of the pair, or -1. */
  find(account: number, number: number): number {
    const { table, mask } = this;
    let i = hash(account, number);
    for (;;) {
      i &= mask;
      const entry = table[i]!;
      if (entry === 0) return -1;
      if (this.accounts[entry - 1] === account && this.numbers[entry - 1] === number) {
        return entry - 1;
      }
      i += 1;
    }
  }

  /** The slot of the pair, made if new. */
  slot(account: number, number: number): number {
    const found = this.find(account, number);
    return found >= 0 ? found : this.add(account, number);
  }

  private add(account: number, number: number): number {
    if (this.count === this.accounts.length) this.grow();
    const slot = this.count;
    this.accounts[slot] = account;
    this.numbers[slot] = number;
    this.count += 1;
    this.insert(slot);
    return slot;
  }

  private insert(slot: number): void {
    let i = hash(this.accounts[slot]!, this.numbers[slot]!) & this.mask;
    while (this.table[i] !== 0) i = (i + 1) & this.mask;
    this.table[i] = slot + 1;
  }

  private grow(): void {
    const size = this.accounts.length * 2;
    const accounts = new Int32Array(size);
    accounts.set(this.accounts);
    this.accounts = accounts;
    const numbers = new Int32Array(size);
    numbers.set(this.numbers);
    this.numbers = numbers;
    this.table = new Int32Array(size * 2);
    this.mask = this.table.length - 1;
    for (let slot = 0; slot < this.count; slot++) this.insert(slot);
  }
}

function hash(account: number, number: number): number {
  return (Math.imul(account, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b)) >>> 5;
}
