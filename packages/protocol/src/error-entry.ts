/** A line of the table of errors. */

/** What an error is on the wire. */
export interface Entry {
  readonly code: string;
  readonly status: number;
  readonly retryable: boolean;
  /** `{name}` places are filled from the error's details. */
  readonly message: string;
}

/** Makes one. */
export function entry(code: string, message: string, status = 400, retryable = false): Entry {
  return { code, status, retryable, message };
}
