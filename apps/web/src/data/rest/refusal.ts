/** What a refusal is, as it comes and as it is shown. */

/** What an error tells beside its name. */
export interface About {
  /** The field of the request at fault. */
  readonly field?: string;
  /** Numbers, times and names that the message tells. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Until the same can succeed. */
  readonly retryAfterMs?: number;
}

/** A refusal as a form shows it. */
export interface Refusal {
  /** Name of the request's field that it is about; '' = none. */
  readonly field: string;
  /** '' = nothing is told. */
  readonly text: string;
}

/** An error of the server, by what its text follows from. */
export interface Refused {
  readonly code: string;
  readonly reason: string;
  readonly about: About;
}
