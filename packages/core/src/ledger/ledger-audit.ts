/**
 * Adds up a ledger in portions while it goes on: INV-01 all the time, and not only when a snapshot is
 * loaded. What changes meanwhile in what was added already is counted by the ledger (`Ledger.counted`).
 */
import { type AssetId, assetOf } from '@halcyon/domain';
import type { Ledger } from './ledger.ts';

const TWO_32 = 4_294_967_296;
const LANES = 2;
/** Numbers of an asset's two lanes stay exact for so many slots at once. */
export const AUDIT_SLOTS_MAX = 1 << 18;

/** An audit under way; it begins anew when it has ended. */
export class LedgerAudit {
  readonly #ledger: Ledger;
  #next = 0;
  readonly #sums = new Map<AssetId, bigint>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /**
   * Adds up to `slots` balances more, `AUDIT_SLOTS_MAX` at most.
   * @returns units by which each asset is off, none that are not; null = it goes on
   */
  step(slots: number): ReadonlyMap<AssetId, bigint> | null {
    const ledger = this.#ledger;
    const { count } = ledger.index;
    const end = Math.min(count, this.#next + Math.min(slots, AUDIT_SLOTS_MAX));
    this.#add(this.#next, end);
    this.#next = end;
    ledger.counted = end;
    if (end < count) return null;
    for (const [asset, change] of ledger.countedChanges()) this.#plus(asset, change);
    const off = new Map([...this.#sums].filter(([, sum]) => sum !== 0n));
    this.#sums.clear();
    this.#next = 0;
    ledger.counted = 0;
    return off;
  }

  #add(from: number, end: number): void {
    const { words, index } = this.#ledger;
    const lanes: number[] = [];
    for (let slot = from; slot < end; slot++) {
      const at = assetOf(index.numbers[slot]!) * LANES;
      const i = slot * 4;
      lanes[at] = (lanes[at] ?? 0) + (words[i]! >>> 0) + (words[i + 2]! >>> 0);
      lanes[at + 1] = (lanes[at + 1] ?? 0) + words[i + 1]! + words[i + 3]!;
    }
    for (const [at, low] of lanes.entries()) {
      if (at % LANES !== 0 || low === undefined) continue;
      this.#plus((at / LANES) as AssetId, BigInt(lanes[at + 1]!) * BigInt(TWO_32) + BigInt(low));
    }
  }

  #plus(asset: AssetId, units: bigint): void {
    this.#sums.set(asset, (this.#sums.get(asset) ?? 0n) + units);
  }
}
