/**
 * What the web app and the server tell each other about paper trading, besides trading itself. All
 * routes lie below `/api/web/v1/paper`, need the marker and a session unless they say otherwise.
 * Amounts are decimal text.
 */
import type { FlowSourceName } from '../flow.ts';

/** What `GET /session` says of the paper venue, with or without the marker. */
export interface PaperOffer {
  /** Whether paper trading is open: there is a venue, it has started, and no fault has closed it. */
  readonly open: boolean;
  /** Whether the first order of a visitor opens a guest account. */
  readonly guests: boolean;
  /** Whether a fault has closed it; live trading goes on. */
  readonly fault: boolean;
}

/** A coin of a paper account: `GET /funds` answers with a list. Visitors get it with `available` = `start`. */
export interface PaperFundsRow {
  readonly coin: string;
  /** Free to trade. */
  readonly available: string;
  /** What a new or reset account has. */
  readonly start: string;
  /** Most that can be added now. */
  readonly addMax: string;
  /** Most that can be taken away now. */
  readonly reduceMax: string;
}

/** Body of `POST /funds`; `POST /reset` has none. Both answer with the rows after it. */
export interface PaperFundsChange {
  readonly direction: 'add' | 'reduce';
  readonly coin: string;
  readonly amount: string;
}

/**
 * Why paper trading of an instrument is paused: its price is apart from live's, its feed is stale, or
 * what is followed does not have it.
 */
export type PaperPauseReason = 'apart' | 'stale' | 'unfollowed';

/** Of which product an instrument is: the same symbol may name one of each. */
export type PaperProduct = 'spot' | 'futures';

/** A paused instrument: `GET /pauses`, for everybody, answers with a list. */
export interface PaperPauseRow {
  readonly product: PaperProduct;
  readonly symbol: string;
  readonly reason: PaperPauseReason;
}

/** What the paper venue follows. */
export interface PaperFollowed {
  readonly source: FlowSourceName;
  /** The upstream by its id in ccxt; '' = one without such a name, or no upstream. */
  readonly exchange: string;
  /** The instrument of a recording; '' = there is none. */
  readonly symbol: string;
  /** Spot pairs that are followed; null = those of live, or it is not known yet. */
  readonly symbols: readonly string[] | null;
  /** Whether the recording stands still. */
  readonly paused: boolean;
  /** Times the recorded speed. */
  readonly speed: number;
}

/** Whether what is followed has an instrument: contracts are followed of live alone. */
export function isFollowed(
  { source, symbols }: Pick<PaperFollowed, 'source' | 'symbols'>,
  { product, symbol }: { readonly product: PaperProduct; readonly symbol: string },
): boolean {
  if (source === 'live') return true;
  return product === 'spot' && (symbols === null || symbols.includes(symbol));
}

/** `GET /flow`, for everybody. */
export interface PaperFlow extends PaperFollowed {
  /** Whether nothing of what is followed arrives. */
  readonly stale: boolean;
}

/** One order of the fidelity page. */
export interface PaperFidelityRow {
  readonly orderId: string;
  readonly product: PaperProduct;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** Unix ms of its first fill. */
  readonly time: number;
  /** Average price of its fills. */
  readonly price: string;
  /** Average live price in the minute of its first fill. */
  readonly livePrice: string;
  /** Basis points that it cost against the live price, below 0 = gained. */
  readonly slippageBp: string;
  /** Ms from placing to the first fill of an order that waited in the book; null = it took. */
  readonly queuedMs: number | null;
}

/** How true the paper fills of an account were: `GET /fidelity`. */
export interface PaperFidelity {
  /** Ended orders, and how many of them were filled whole or in part. */
  readonly orders: number;
  readonly filled: number;
  readonly partly: number;
  /** Average and worst slippage of orders that took from the book; null = none did. */
  readonly slippage: {
    readonly orders: number;
    readonly averageBp: string;
    readonly worstBp: string;
  } | null;
  /** Wait of orders that rested and were filled; null = none was. */
  readonly queue: {
    readonly orders: number;
    readonly medianMs: number;
    readonly longestMs: number;
  } | null;
  /** The latest orders with fills, newest first. */
  readonly rows: readonly PaperFidelityRow[];
}
