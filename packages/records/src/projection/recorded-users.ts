import { FIRST_USER_ID, ownerOf } from '@halcyon/domain';

/**
 * Which users are people. Records are kept for people: not for the exchange's own accounts and not
 * for the simulator's participants.
 */
export class RecordedUsers {
  /** 1 = simulated, by user number. */
  #simulated = new Uint8Array(1024);

  /** Learns what a `userOpened` event says. */
  learn(user: number, simulated: boolean): void {
    if (user >= this.#simulated.length) {
      if (!simulated) return;
      const larger = new Uint8Array(2 ** Math.ceil(Math.log2(user + 1)));
      larger.set(this.#simulated);
      this.#simulated = larger;
    }
    this.#simulated[user] = simulated ? 1 : 0;
  }

  /** Forgets everything. */
  clear(): void {
    this.#simulated.fill(0);
  }

  /** Whether records are kept for this user. */
  isPerson(user: number): boolean {
    return user >= FIRST_USER_ID && (this.#simulated[user] ?? 0) === 0;
  }

  /** Whether records are kept for this account. */
  ownsAccount(account: number): boolean {
    return this.isPerson(ownerOf(account));
  }
}
