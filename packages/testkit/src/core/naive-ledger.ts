/** Balances as bigint pairs in a map: the auditor's own books, moved by its own arithmetic. */
import { type Event, EventKind, type PostingReason, SystemAccount } from '@halcyon/domain';

export interface NaiveBalance {
  available: bigint;
  held: bigint;
}

/** One posting before it has a sequence and a time. */
export interface Posting {
  readonly account: number;
  readonly asset: number;
  readonly reason: PostingReason;
  readonly reference: number;
  readonly available: bigint;
  readonly held: bigint;
  readonly fee: bigint;
  readonly instrument: number;
}

/** Under which number an account has an asset: that of isolated margin has one for each pair. */
export function numberIn(account: number, asset: number, instrument: number): number {
  return account >= 128 && account % 8 === 3 ? (instrument + 1) * 1_024 + asset : asset;
}

/** Balances of every account. */
export class NaiveLedger {
  readonly balances = new Map<string, NaiveBalance>();

  of(account: number, asset: number): NaiveBalance {
    const key = `${account}:${asset}`;
    let balance = this.balances.get(key);
    if (balance === undefined) {
      balance = { available: 0n, held: 0n };
      this.balances.set(key, balance);
    }
    return balance;
  }

  /** Moves money and says so. @throws Error when a person's balance would be below zero */
  post(seq: number, time: number, posting: Posting): Event {
    const { account, asset, reason, reference, available, held, fee, instrument } = posting;
    const balance = this.of(account, numberIn(account, asset, instrument));
    balance.available += available;
    balance.held += held;
    const negative = balance.available < 0n || balance.held < 0n;
    if (negative && !MAY_OWE.has(account)) {
      throw new Error(`the auditor sees account ${account} below zero in asset ${asset}`);
    }
    return {
      kind: EventKind.posting,
      seq,
      time,
      account,
      asset,
      reason,
      reference,
      availableDelta: available,
      heldDelta: held,
      available: balance.available,
      held: balance.held,
      fee: Number(fee),
      instrument,
    };
  }
}

const MAY_OWE: ReadonlySet<number> = new Set([
  SystemAccount.external,
  SystemAccount.faucet,
  SystemAccount.simulator,
]);
