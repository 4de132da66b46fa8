/** Longest texts and lists that are kept of a person: its API declares them, its store holds them. */

/** Label of a sub-account, in characters. */
export const SUB_ACCOUNT_LABEL_MAX = 20;
/** Label of an API key, in characters. */
export const API_KEY_LABEL_MAX = 40;
/** Networks in the IP list of an API key. */
export const API_KEY_IPS_MAX = 30;
/** The widest window of a key for the times of its requests, ms. */
export const API_KEY_WINDOW_MS_MAX = 30_000;
/** Passphrase of an API key, in characters. */
export const PASSPHRASE_LENGTH_MAX = 32;
/** One setting: its name and its JSON text, in characters. */
export const SETTING_NAME_MAX = 64;
export const SETTING_VALUE_MAX = 65_536;
/** Anti-phishing code, in characters. */
export const ANTI_PHISHING_MAX = 20;
/** Address that money may be withdrawn to, and its label, in characters. */
export const ADDRESS_LENGTH_MAX = 120;
export const ADDRESS_LABEL_MAX = 40;
/** Name of a passkey, in characters. */
export const PASSKEY_NAME_MAX = 40;
