/**
 * How participants reach an exchange. The simulated market is written against this port alone, so
 * that the public API client (real time) and an exchange core in the same process (faster than
 * time) can both stand behind it. Prices are integer ticks, quantities integer lots.
 */

/** Side of an order. */
export type OrderSide = 'buy' | 'sell';

/** Those who trade contracts with leverage. */
export const TRADERS = ['trader-1', 'trader-2', 'trader-3', 'trader-4'] as const;
export type TraderKind = (typeof TRADERS)[number];

/** Those who trade spot pairs. */
export const SPOT_CROWD = ['maker-1', 'maker-2', 'taker-1'] as const;
/** Those who keep the books of contracts full and trade them without end. */
export const CROWD = [...SPOT_CROWD, 'taker-2'] as const;

/** The accounts that take part; each is a user of the exchange of its own. */
export const PARTICIPANTS = [...CROWD, ...TRADERS] as const;
export type Participant = (typeof PARTICIPANTS)[number];

interface Addressed {
  readonly participant: Participant;
  /** Symbol of the instrument. */
  readonly symbol: string;
}

/** A new limit order: a maker's (`post_only`) or a taker's with a worst price (`ioc`). */
export interface PlaceLimit extends Addressed {
  readonly op: 'limit';
  /** '' = none (takers need none). */
  readonly clientId: string;
  readonly side: OrderSide;
  readonly force: 'post_only' | 'ioc';
  readonly price: number;
  readonly quantity: number;
  /** Of contracts: it may only make the position smaller. */
  readonly reduceOnly?: boolean;
}

/** Changes price and quantity; `quantity` is the whole, filled part included. */
export interface AmendOrder extends Addressed {
  readonly op: 'amend';
  readonly clientId: string;
  readonly price: number;
  readonly quantity: number;
}

/** Cancels one order. */
export interface CancelOrder extends Addressed {
  readonly op: 'cancel';
  readonly clientId: string;
}

/** What participants ask for. */
export type PortCommand = PlaceLimit | AmendOrder | CancelOrder;

/** What became of an order that carries a client id. */
export interface OrderReport extends Addressed {
  readonly clientId: string;
  /**
   * `filled` = some of it traded and it still rests; `ended` = it is no more, filled or cancelled;
   * `refused` = a placement, amend or cancel of it was not accepted.
   */
  readonly kind: 'filled' | 'ended' | 'refused';
  /** Lots that this report's fills traded; 0 without a fill. */
  readonly filled: number;
  /** Of `refused`: true when the exchange does not know the order (any more). */
  readonly unknownOrder: boolean;
}

/** A resting order found at start. */
export interface RestingReport extends Addressed {
  readonly clientId: string;
  readonly side: OrderSide;
  readonly price: number;
  /** The whole quantity and what has traded of it, lots. */
  readonly quantity: number;
  readonly filled: number;
}

/** Best prices and the whole quantity there; 0 where a side is empty. */
export interface TopOfBook {
  readonly bidPrice: number;
  readonly bidQuantity: number;
  readonly askPrice: number;
  readonly askQuantity: number;
}

/** What a port tells the participants. Called between `submit`s, never from inside one. */
export interface PortListener {
  onOrder(report: OrderReport): void;
}

/** An exchange as the participants see it. */
export interface MarketPort {
  /** Connects and reports orders to the listener from now on. */
  start(listener: PortListener): Promise<void>;
  /** Every order of the participants that rests now. */
  openOrders(): Promise<readonly RestingReport[]>;
  /** Last trade price in ticks by symbol; symbols that never traded are absent. */
  lastPrices(): Promise<ReadonlyMap<string, number>>;
  /** The best prices known at this moment. */
  top(symbol: string): TopOfBook;
  /** Of contracts: lots of a participant's position as known at this moment, below zero = short. */
  position(participant: Participant, symbol: string): number;
  /**
   * Sends the commands of one tick in order, to be carried out in one commit where that is
   * possible. Returns at once; outcomes come through the listener.
   */
  submit(commands: readonly PortCommand[]): void;
  /** Stops reporting and disconnects; orders stay. */
  stop(): Promise<void>;
}
