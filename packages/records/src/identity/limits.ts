/** Every limit of identity, named once. */

/** Passwords: characters (UTF-16 units count double outside the basic plane, in the user's favour). */
export const PASSWORD_LENGTH_MIN = 12;
export const PASSWORD_LENGTH_MAX = 128;
/** Those that the API declares too. */
export {
  ADDRESS_LABEL_MAX,
  ADDRESS_LENGTH_MAX,
  ANTI_PHISHING_MAX,
  API_KEY_IPS_MAX,
  API_KEY_LABEL_MAX,
  API_KEY_WINDOW_MS_MAX,
  EMAIL_LENGTH_MAX,
  PASSKEY_NAME_MAX,
  PASSPHRASE_LENGTH_MAX,
  SETTING_NAME_MAX,
  SETTING_VALUE_MAX,
  SUB_ACCOUNT_LABEL_MAX,
} from '@halcyon/domain';
/** Attribution, as JSON text. */
export const ATTRIBUTION_LENGTH_MAX = 4_096;
/** A session ends this long after its start, ms. */
export const SESSION_ABSOLUTE_MS = 12 * 60 * 60 * 1000;
/** … or after this long without a request, ms. */
export const SESSION_IDLE_MS = 2 * 60 * 60 * 1000;
/** Sessions a user may have at a time: where one more begins, the oldest ends. */
export const SESSIONS_PER_USER = 100;
/** Users whose sessions one question may be about. */
export const SESSION_USERS_MAX = 500;
/** Moving money and making keys need an act of the person within this time, ms. */
export const SESSION_PRESENCE_MS = 15 * 60 * 1000;
/** The time of the last request is stored this exactly, ms. */
export const SESSION_TOUCH_MS = 30_000;
/** A guest of the paper venue is forgotten after this long without a request, ms. */
export const GUEST_IDLE_MS = 30 * 24 * 60 * 60 * 1000;
/** A browser that signed in is known this long after its last sign-in, ms. */
export const DEVICE_KNOWN_MS = 180 * 24 * 60 * 60 * 1000;
/** Browsers that are known to a user: the one that signed in longest ago is forgotten first. */
export const DEVICES_PER_USER = 100;
/** Sub-accounts a user may have, and how many are listed at a time. */
export const SUB_ACCOUNTS_PER_USER = 50;
export const SUB_ACCOUNTS_LISTED_MAX = 500;
/** API keys a user may have at a time. */
export const API_KEYS_PER_USER = 50;
/** Rows of deleted keys that stay of a user; the oldest go first. */
export const DELETED_KEYS_PER_USER = 100;
/** Bits that each network of a key that may withdraw has to fix at least. */
export const WITHDRAW_NETWORK_BITS_MIN = { ipv4: 8, ipv6: 32 } as const;
/** The narrowest window of a key for the times of its requests, ms. */
export const API_KEY_WINDOW_MS_MIN = 1_000;
/** Passphrase of an API key, in characters. */
export const PASSPHRASE_LENGTH_MIN = 8;
/** Smallest RSA modulus of a public key, bits. */
export const RSA_BITS_MIN = 2048;
/** Settings a user may have. */
export const SETTINGS_PER_USER = 100;

/** Anti-phishing code, in characters. */
export const ANTI_PHISHING_MIN = 4;
/** Mails are kept this long for the outbox; one that was handed over to a server is forgotten, ms. */
export const MAIL_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Mails of one kind that are kept of a user; the oldest go first. */
export const MAILS_PER_KIND = 50;
/** Mails that are handed out at a time. */
export const MAILS_LISTED_MAX = 100;
/** A mail that was not taken is tried again after a minute, then twice as long each time, ms. */
export const MAIL_RETRY_FIRST_MS = 60 * 1000;
export const MAIL_RETRY_MAX_MS = 60 * 60 * 1000;
/** A mail that says what happened is worth sending for a day, ms. */
export const NOTICE_TTL_MS = 24 * 60 * 60 * 1000;

/** What is grave (keys, withdrawals, security) needs a proof of the person within this time, ms. */
export const SESSION_PROOF_MS = 5 * 60 * 1000;
/** After a change of what a person proves itself with nothing is withdrawn for so long, ms. */
export const WITHDRAWAL_FREEZE_MS = 24 * 60 * 60 * 1000;
/** Addresses that money may be withdrawn to, by user. */
export const ADDRESSES_PER_USER = 50;
/** Nothing is withdrawn to a new address for so long, ms. */
export const ADDRESS_COOLING_MS = 24 * 60 * 60 * 1000;
/** Who asks for the same withdrawal again in this time is not told of it again, ms. */
export const WITHDRAWAL_NOTICE_MS = 7 * 24 * 60 * 60 * 1000;
/** Sign-ins are kept for so long, ms, and so many of a user; the oldest go first. */
export const LOGINS_KEPT_MS = 90 * 24 * 60 * 60 * 1000;
export const LOGINS_PER_USER = 100;
/** The QR code of a new authenticator app is good for so long, ms. */
export const AUTHENTICATOR_SETUP_MS = 5 * 60 * 1000;
/** Backup codes of a second factor. */
export const BACKUP_CODES = 10;
/** What a passkey signs is good for so long, ms. */
export const PASSKEY_CHALLENGE_MS = 5 * 60 * 1000;
/** Passkeys a user may have. */
export const PASSKEYS_PER_USER = 20;
/** The link of a mail that resets a password is good for so long, ms. */
export const RESET_TTL_MS = 30 * 60 * 1000;
/** Address of the page that such a link leads to, in characters. */
export const RESET_LINK_MAX = 300;

/** Marks up to which notices of a user were read: one of each venue. */
export const NOTICE_MARKS_PER_USER = 2;
/** Notices of a user that were read one by one above a mark, in one venue and of one source. */
export const READ_APART_MAX = 200;

/** How fast something may be tried: `burst` at once, then one every `intervalMs`. */
export interface Budget {
  readonly burst: number;
  readonly intervalMs: number;
}

const HOUR_MS = 60 * 60 * 1000;

/** Acts of one user that the log notes and that can be done again and again: at most 860 in any hour. */
export const ACTS_BUDGET: Budget = { burst: 500, intervalMs: 10 * 1000 };
/** Mails about margin calls, liquidations and deleveraging to one person, and as many about copying: at most 16 in any hour. */
export const RISK_MAIL_BUDGET: Budget = { burst: 10, intervalMs: HOUR_MS / 6 };
/** Guesses at one account from browsers it does not know: 5 + 5 = at most 10 in any hour. */
export const ACCOUNT_BUDGET: Budget = { burst: 5, intervalMs: HOUR_MS / 5 };
/** Guesses at one account from one browser that signed in to it before; apart from the others. */
export const DEVICE_BUDGET: Budget = { burst: 5, intervalMs: HOUR_MS / 5 };
/** Registrations of one e-mail address, from wherever they come: at most 30 in any hour. */
export const REGISTER_BUDGET: Budget = { burst: 20, intervalMs: HOUR_MS / 10 };
/** Guesses at codes of a second factor: 3 + 2 = at most 5 in any 5 minutes. */
export const FACTOR_BUDGET: Budget = { burst: 3, intervalMs: 150 * 1000 };
/** Mails that reset one password: the last one before none is written is 10 minutes old at most. */
export const RESET_BUDGET: Budget = { burst: 3, intervalMs: HOUR_MS / 6 };
/** Resets that one address asks for, of whatever accounts: at most 40 in any hour. */
export const RESET_ADDRESS_BUDGET: Budget = { burst: 20, intervalMs: HOUR_MS / 20 };
/** Wrong guesses from one address at whatever account: at most 120 in any hour. */
export const ADDRESS_BUDGET: Budget = { burst: 20, intervalMs: HOUR_MS / 100 };
