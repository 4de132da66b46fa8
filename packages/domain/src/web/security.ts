/** An account's security as its page has it. Times are Unix ms. */

export interface SecurityState {
  readonly secondFactor: boolean;
  /** The text that mails begin with; '' = none. */
  readonly antiPhishing: string;
  /** null = withdrawals are not frozen. */
  readonly withdrawalsFrozenUntil: number | null;
}

/** A session of the account. */
export interface SessionEntryRow {
  readonly id: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly address: string;
  readonly userAgent: string;
  /** Whether it is the one that asks. */
  readonly current: boolean;
}

/** A sign-in to the account. */
export interface LoginRow {
  readonly id: string;
  readonly at: number;
  readonly address: string;
  readonly userAgent: string;
  /** From a browser that had never signed in to it, while others had. */
  readonly unusual: boolean;
}

/** A passkey of the person. */
export interface PasskeyRow {
  readonly id: string;
  readonly name: string;
  /** Unix ms. */
  readonly madeAt: number;
  /** Unix ms; null = never. */
  readonly usedAt: number | null;
}

/** A browser that is known to the account: its log-in gives no notice. */
export interface BrowserRow {
  readonly id: string;
  /** '' = not known. */
  readonly userAgent: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** Whether it is the one that asks. */
  readonly current: boolean;
}
