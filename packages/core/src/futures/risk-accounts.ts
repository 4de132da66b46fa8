/** Accounts whose margin is checked: their wallet, their positions, their mode. By slot. */
import { assert, PositionMode } from '@halcyon/domain';

const WORDS = 4;
const ACCOUNT = 0;
const WALLET = 1;
const FIRST = 2;
const MODE = 3;
const INITIAL = 64;

export class RiskAccounts {
  count = 0;
  words = new Int32Array(INITIAL * WORDS);

  /** A new account. @param wallet slot of its settle balance */
  add(account: number, wallet: number): number {
    if ((this.count + 1) * WORDS > this.words.length) this.grow();
    const slot = this.count;
    this.count += 1;
    this.words[slot * WORDS + ACCOUNT] = account;
    this.words[slot * WORDS + WALLET] = wallet;
    this.words[slot * WORDS + FIRST] = -1;
    return slot;
  }

  account(slot: number): number {
    return this.words[slot * WORDS + ACCOUNT]!;
  }

  wallet(slot: number): number {
    return this.words[slot * WORDS + WALLET]!;
  }

  /** Its first position, -1 = none; the others follow by PositionWord.next. */
  first(slot: number): number {
    return this.words[slot * WORDS + FIRST]!;
  }

  setFirst(slot: number, position: number): void {
    assert(position >= 0, 'an account begins with no position');
    this.words[slot * WORDS + FIRST] = position;
  }

  mode(slot: number): PositionMode {
    return this.words[slot * WORDS + MODE] as PositionMode;
  }

  setMode(slot: number, mode: PositionMode): void {
    assert(mode === PositionMode.oneWay || mode === PositionMode.hedge, 'no such mode');
    this.words[slot * WORDS + MODE] = mode;
  }

  private grow(): void {
    const words = new Int32Array(this.words.length * 2);
    words.set(this.words);
    this.words = words;
  }
}
