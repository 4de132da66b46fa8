/** Who is signed in, how a session begins, and what a person proves itself with. Times are Unix ms. */
import type { PaperOffer } from './paper.ts';
import type { ActingAs } from './sub-accounts.ts';

/** The signed-in person. */
export interface SessionUser {
  readonly uid: string;
  /** '' of a guest. */
  readonly email: string;
  /** Whether this is the paper account of a browser and not of a person. */
  readonly guest?: boolean;
  /** Whether more is asked for than the password. */
  readonly secondFactor?: boolean;
  /** Whether a passkey can be shown in its stead. */
  readonly passkeys?: boolean;
  /** How many sub-accounts there are, frozen ones too; absent = none. */
  readonly subAccounts?: number;
}

/** `GET /session`: what the page needs to know before anything else. */
export interface SessionInfo {
  /** null = nobody is signed in. */
  readonly user: SessionUser | null;
  /** The sub-account that the page acts as; null where it acts as none, or may not. */
  readonly subAccount: ActingAs | null;
  readonly csrfToken: string | null;
  readonly market: { readonly simulated: boolean };
  readonly faucet: { readonly enabled: boolean };
  readonly images: { readonly hosts: readonly string[] };
  readonly outbox: { readonly open: boolean };
  readonly paper: PaperOffer;
  /** Whether copy trading is offered; absent = it is not. */
  readonly copyTrading?: true;
}

/** A session that has begun. */
export interface Begun {
  readonly user: SessionUser;
  readonly csrfToken: string;
}

/** Backup codes of a second factor, which are told this once. */
export interface BackupCodes {
  readonly codes: readonly string[];
}

/** The session that begins with a second factor, and codes where it is the first one. */
export interface BegunWithCodes extends Begun, BackupCodes {}

/** What there is of an authenticator app. */
export interface FactorState {
  /** When it was set up; null = there is none. */
  readonly madeAt: number | null;
  readonly backupCodesLeft: number;
}

/** What a new app is set up with. */
export interface FactorSetup {
  /** To type. */
  readonly secret: string;
  /** To scan. */
  readonly uri: string;
  /** How long it is good, ms: the page's clock may be another. */
  readonly validMs: number;
}

/** How the owner of a link proves to be who froze the account. */
export interface ThawNeeds {
  readonly secondFactor: boolean;
}

/** What `navigator.credentials` is asked with; JSON as browsers parse it. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** What a page's request for another token of its session gives. */
export interface CsrfToken {
  readonly csrfToken: string;
}

/** What the WebSocket login of a session is made with. */
export interface WsToken {
  readonly token: string;
}
