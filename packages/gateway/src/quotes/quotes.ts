/** Quotes of conversions that hold for a short time, in memory: a restart forgets them, and they expire. */
import { randomInt } from 'node:crypto';
import {
  type AccountId,
  CONVERT_PREFIX,
  CommandKind,
  OrderType,
  type Outcome,
  type PlaceCommand,
  SelfTrade,
  TimeInForce,
  type UserId,
} from '@halcyon/domain';
import { CONVERT_QUOTE_MS } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import type { Revocation } from '../auth/revocations.ts';
import { LatestMap } from '../base/latest-map.ts';
import type { ConvertTerms } from './convert-terms.ts';

/** A quote that was used answers the same a while longer, for who did not get the answer. */
const KEPT_MS = 60_000;

/** Quotes that are out at a time; the oldest goes first. */
export const QUOTES_MAX = 100_000;

/** Who asks for a quote: a session or an API key, which the quote ends with. */
export interface QuoteBearer {
  readonly via: 'key' | 'session';
  /** API key or session id. */
  readonly id: string;
  /** Who it is, by the number in the live venue. */
  readonly person: UserId;
  readonly account: AccountId;
}

/** A quote. */
export interface Quote extends ConvertTerms {
  /** Decimal digits, as ids have them. */
  readonly traceId: string;
  readonly account: AccountId;
  /** Fee that it was made with. */
  readonly takerPpm: number;
  /** Unix ms. */
  readonly expiresAt: number;
}

interface Kept {
  readonly quote: Quote;
  readonly bearer: QuoteBearer;
  /** Its one execution, once it was asked for. */
  done: Promise<Outcome> | null;
}

/** The order of a quote: whole at its worst price or better, or not at all. */
export function orderOf(quote: Quote): Omit<PlaceCommand, 'seq' | 'time'> {
  return {
    kind: CommandKind.place,
    account: quote.account,
    instrument: quote.instrument.id,
    side: quote.side,
    type: OrderType.limit,
    timeInForce: TimeInForce.fok,
    selfTrade: SelfTrade.none,
    price: quote.price,
    quantity: quote.lots,
    quoteAmount: 0,
    clientId: CONVERT_PREFIX + quote.traceId,
    takeProfitTrigger: 0,
    takeProfitPrice: 0,
    stopLossTrigger: 0,
    stopLossPrice: 0,
  };
}

/** The quotes of one venue. */
export class ConvertQuotes {
  readonly #clock: () => number;
  /** Oldest first. */
  readonly #kept = new LatestMap<string, Kept>(QUOTES_MAX);

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Quotes terms to an account. */
  make(bearer: QuoteBearer, terms: ConvertTerms, takerPpm: number): Quote {
    const { account } = bearer;
    const now = this.#clock();
    for (const [old, { quote }] of this.#kept) {
      if (quote.expiresAt + KEPT_MS >= now) break;
      this.#kept.delete(old);
    }
    const traceId = newTraceId();
    const quote = { ...terms, traceId, account, takerPpm, expiresAt: now + CONVERT_QUOTE_MS };
    this.#kept.set(traceId, { quote, bearer, done: null });
    return quote;
  }

  /** Ends the quotes of what stopped being valid. What was carried out answers the same a while longer. */
  forget(revocation: Revocation): void {
    for (const [traceId, { bearer, done }] of this.#kept) {
      const ended =
        revocation.kind === 'user'
          ? revocation.user === bearer.person
          : revocation.kind === bearer.via && revocation.id === bearer.id;
      if (ended && done === null) this.#kept.delete(traceId);
    }
  }

  /**
   * The quote of an account, which holds still or was carried out.
   * @throws WireError convertExpired
   */
  find(account: AccountId, traceId: string): Quote {
    return this.#of(account, traceId).quote;
  }

  /**
   * Carries a quote out, once: asked again it answers the same.
   * @param takerPpm the person's fee now @param carryOut submits its order
   * @throws WireError convertExpired: nothing was done
   */
  use(quote: Quote, takerPpm: number, carryOut: () => Promise<Outcome>): Promise<Outcome> {
    const kept = this.#of(quote.account, quote.traceId);
    if (kept.done !== null) return kept.done;
    // A fee that has risen meanwhile would make it worse than quoted.
    if (takerPpm > quote.takerPpm) throw expired();
    kept.done = carryOut().catch((fault: unknown) => {
      // Not known to have happened: it may be asked again, and its client id keeps it from happening twice.
      kept.done = null;
      throw fault;
    });
    return kept.done;
  }

  #of(account: AccountId, traceId: string): Kept {
    const kept = this.#kept.get(traceId);
    if (kept === undefined || kept.quote.account !== account) throw expired();
    if (kept.done === null && this.#clock() > kept.quote.expiresAt) throw expired();
    return kept;
  }
}

function expired(): WireError {
  return new WireError('convertExpired', { limit: CONVERT_QUOTE_MS / 1000 });
}

/** Nineteen digits, as an id of the exchange has. */
function newTraceId(): string {
  const digits = (from: number) => String(randomInt(from, 1_000_000_000));
  return `1${digits(100_000_000)}${digits(100_000_000)}`;
}
