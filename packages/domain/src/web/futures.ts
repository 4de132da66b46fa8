/**
 * What the web app reckons a futures account with, so that its figures are the engine's own: whole
 * numbers as docs/contract-rules.md has them. The route lies below `/api/web/v1`, needs a session, and
 * is of the venue that the request is marked for.
 */
import type { ContractTerms, MarginMode, PositionLeg } from '../contracts.ts';

/** What an account chose for one leg of a contract. */
export interface LegSettings {
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly autoMargin: boolean;
}

/** A contract as it is for the account. */
export interface AccountContract {
  readonly symbol: string;
  /** Settle units of a tick-lot. */
  readonly quoteFactor: number;
  readonly terms: ContractTerms;
  /** Of a fill's value, as this account pays as a taker, ppm. */
  readonly takerPpm: number;
  /** Ticks; 0 before the first index. */
  readonly mark: number;
  /** When the index came last, Unix ms; 0 = never. */
  readonly pricesTime: number;
  /** By leg: of the one position, the long and the short one. */
  readonly settings: readonly [LegSettings, LegSettings, LegSettings];
}

/** A position with its resting orders; it may be closed. See domain/contract-account.ts for the units. */
export interface AccountPosition extends LegSettings {
  readonly symbol: string;
  readonly leg: PositionLeg;
  readonly lots: number;
  readonly cost: number;
  readonly margin: number;
  readonly buys: number;
  readonly sells: number;
  /** Lots in resting orders that close it. */
  readonly closing: number;
  /** Since it was opened, settle units: realised before fees, fees, and fundings, + received. */
  readonly profit: number;
  readonly fees: number;
  readonly funding: number;
}

/** `GET /futures/account?symbol=`: the account, with this contract, if any, and those of its positions. */
export interface FuturesAccount {
  /** The settle coin, and its decimals. */
  readonly coin: string;
  readonly scale: number;
  /** Settle units available; may be below zero. */
  readonly wallet: string;
  /** Whether it has a long and a short position in a contract. */
  readonly hedge: boolean;
  /** The server's clock, Unix ms. */
  readonly time: number;
  readonly contracts: readonly AccountContract[];
  readonly positions: readonly AccountPosition[];
}
