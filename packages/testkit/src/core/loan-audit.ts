/**
 * The books of all loans of a run, kept from its events alone and held against the core's state: what a pool
 * has and has lent is what was put in, taken over and earned, less what it lost or took coins of another kind for; and
 * all interest is the pool's.
 */
import type { State } from '@halcyon/core';
import {
  assetOf,
  type Event,
  EventKind,
  isMargin,
  LoanCause,
  type LoanEvent,
  type PostingEvent,
  PostingReason,
  SystemAccount,
} from '@halcyon/domain';
import { check } from './position-invariants.ts';

/** Units of one coin since the run began. */
interface CoinBook {
  /** Of the pool's postings: by the operator or taken over, from borrowers as interest, and from the protection fund. */
  putIn: bigint;
  received: bigint;
  compensated: bigint;
  /** Of the borrowers' postings. */
  paid: bigint;
  /** Of the loans' own events. */
  charged: bigint;
  repaid: bigint;
  interestLost: bigint;
  principalLost: bigint;
}

export class LoanAudit {
  private readonly books = new Map<number, CoinBook>();

  /** What happened in a command; all of them from the first one on. */
  note(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind === EventKind.posting) this.notePosting(event);
      else if (event.kind === EventKind.loan) this.noteLoan(event);
    }
  }

  /** @throws BrokenInvariant naming the coin and what does not hold of it */
  check({ loans, ledger }: State): void {
    const { records } = loans;
    const owed = new Map<number, { principal: bigint; interest: bigint }>();
    for (let record = 0; record < records.count; record++) {
      const asset = assetOf(records.number(record));
      const { principal, interest } = owed.get(asset) ?? { principal: 0n, interest: 0n };
      owed.set(asset, {
        principal: principal + BigInt(records.principal(record)),
        interest: interest + BigInt(records.interest(record)),
      });
    }
    for (const { asset } of loans.coins) {
      const book = this.bookOf(asset);
      const { principal, interest } = owed.get(asset) ?? { principal: 0n, interest: 0n };
      const at = (what: string) => `asset ${asset}: ${what}`;
      const { putIn, received, compensated, paid, charged, repaid } = book;
      const { interestLost, principalLost } = book;
      check(received + paid === 0n, 'INV-27', at('interest does not sum to zero with the pool'));
      check(received === repaid, 'INV-27', at('the pool got other interest than loans say'));
      const due = charged - received - interestLost;
      check(interest === due, 'INV-27', at('interest that is owed was not charged'));
      const pool = ledger.available(ledger.slot(SystemAccount.loans, asset));
      const own = putIn + received + compensated - principalLost;
      check(pool + principal === own, 'INV-27', at('the pool and what it lent is not its own'));
    }
  }

  private notePosting({ account, asset, reason, availableDelta }: PostingEvent): void {
    const isPool = account === SystemAccount.loans;
    if (reason === PostingReason.interest) {
      if (isPool) this.bookOf(asset).received += availableDelta;
      // Whoever else gets it is not in the sum, which is then not zero.
      else if (isMargin(account)) this.bookOf(asset).paid += availableDelta;
    } else if (isPool && reason !== PostingReason.loan) {
      const from = reason === PostingReason.protection ? 'compensated' : 'putIn';
      this.bookOf(asset)[from] += availableDelta;
    }
  }

  private noteLoan({ asset, cause, principalDelta, interestDelta }: LoanEvent): void {
    const book = this.bookOf(asset);
    if (cause === LoanCause.interest) book.charged += BigInt(interestDelta);
    else if (cause === LoanCause.writtenOff || cause === LoanCause.takenOver) {
      book.interestLost -= BigInt(interestDelta);
      book.principalLost -= BigInt(principalDelta);
    } else book.repaid -= BigInt(interestDelta);
  }

  private bookOf(asset: number): CoinBook {
    const known = this.books.get(asset);
    if (known !== undefined) return known;
    const book: CoinBook = {
      ...{ putIn: 0n, received: 0n, compensated: 0n, paid: 0n },
      ...{ charged: 0n, repaid: 0n, interestLost: 0n, principalLost: 0n },
    };
    this.books.set(asset, book);
    return book;
  }
}
