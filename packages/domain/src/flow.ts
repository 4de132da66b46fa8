/** What a paper venue may follow: the live venue, recorded data, or another exchange. */
export const FLOW_SOURCES = ['live', 'recorded', 'upstream'] as const;
export type FlowSourceName = (typeof FLOW_SOURCES)[number];

/** A past stretch of one market, from files. */
export interface RecordedChoice {
  readonly source: 'recorded';
  /** The instrument that it is traded as. */
  readonly symbol: string;
  /** Files, absolute; null = the trades in the file of books. */
  readonly books: string;
  readonly trades: string | null;
  /** Rows of the trades to take: columns and the values that they must hold. */
  readonly where: Readonly<Record<string, string>>;
  /** Unix ms to begin at; null = at the first whole book. */
  readonly fromMs: number | null;
}

/** Public books and trades of another exchange. */
export interface UpstreamChoice {
  readonly source: 'upstream';
  /** ccxt's id of it, or the address of another Halcyon. */
  readonly exchange: string;
  /** Instruments to follow; none = all that both list. */
  readonly symbols: readonly string[];
  /** Nothing heard for so long = stale, ms. */
  readonly staleMs: number;
}

/** An operator's choice. */
export type FlowChoice = { readonly source: 'live' } | RecordedChoice | UpstreamChoice;

/** The choice without its source as the text that is journaled: equal texts, equal flow. */
export function flowDetail({ source: _, ...rest }: FlowChoice): string {
  return Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
}

/** The choice that was journaled. @param detail as `flowDetail` made it */
export function flowChoice(source: FlowSourceName, detail: string): FlowChoice {
  const rest: object = detail === '' ? {} : (JSON.parse(detail) as object);
  return { source, ...rest } as FlowChoice;
}
