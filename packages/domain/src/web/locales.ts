/**
 * The languages of the web app, shared by page and server. The codes, types and currencies are the
 * product's fixed table, its odd rows included; docs/web-locales.md shows it with its reasons.
 */

/** One language of the picker; what few pages need of it is in locale-details.ts. */
export interface LocaleEntry {
  /** Segment of an address, and the value that is stored as the choice. */
  readonly code: string;
  /** Language key such as `en_US`. */
  readonly languageKey: string;
  /** Currency of totals until a person chooses one, ISO 4217. */
  readonly currency: string;
  /** BCP 47 tag for `<html lang>` and Intl. */
  readonly tag: string;
}

type Row = readonly [code: string, languageKey: string, currency: string, tag: string];

const ROWS: readonly Row[] = [
  ['en', 'en_US', 'USD', 'en'],
  ['asia', 'en_SG', 'USD', 'en-SG'],
  ['en-GB', 'en_GB', 'GBP', 'en-GB'],
  ['ja', 'ja_JP', 'JPY', 'ja'],
  ['ru', 'ru_RU', 'RUB', 'ru'],
  ['es', 'es_LA', 'EUR', 'es-419'],
  ['it', 'it_IT', 'EUR', 'it'],
  ['fr', 'fr_FR', 'EUR', 'fr'],
  ['de', 'de_DE', 'EUR', 'de'],
  ['zh-CN', 'zh_CN', 'CNY', 'zh-CN'],
  ['zh-TC', 'zh_TW', 'TWD', 'zh-TW'],
  ['pt', 'pt_BR', 'BRL', 'pt-BR'],
  ['id', 'id_ID', 'IDR', 'id'],
  ['pl', 'pl_PL', 'PLN', 'pl'],
  ['vi', 'vi_VN', 'VND', 'vi'],
  ['uk', 'uk_UA', 'UAH', 'uk'],
  ['pt-PT', 'pt_PT', 'EUR', 'pt-PT'],
  ['es-ES', 'es_ES', 'ARS', 'es-ES'],
  ['uz', 'uz_UZ', 'UZS', 'uz-Latn'],
  ['ar', 'ar_AE', 'AED', 'ar-AE'],
  ['ph', 'fil_PH', 'PHP', 'fil'],
  ['es-AR', 'es_AR', 'EUR', 'es-AR'],
  ['en-CA', 'en_CA', 'CAD', 'en-CA'],
];

/** The picker's languages, in its order. */
export const LOCALES: readonly LocaleEntry[] = ROWS.map(([code, languageKey, currency, tag]) => ({
  code,
  languageKey,
  currency,
  tag,
}));

/** The language of addresses without a language segment; links of the app omit it. */
export const DEFAULT_LOCALE = 'en';

/** Codes that are read in an address, show the default language and are not in the picker. */
export const PATH_ONLY_CODES: readonly string[] = ['bg'];

const byCode = new Map(LOCALES.map((entry) => [entry.code, entry]));

/** The entry of a picker language; undefined for any other code. */
export function localeEntry(code: string): LocaleEntry | undefined {
  return byCode.get(code);
}

/** What a code shows: its own entry, or the default language's. */
export function shownLocale(code: string): LocaleEntry {
  const entry = byCode.get(code) ?? byCode.get(DEFAULT_LOCALE);
  if (entry === undefined) throw new Error('the default locale has no entry');
  return entry;
}

/** Whether a first path segment is a language. Codes are exact: `zh-cn` is none. */
export function isLanguageSegment(segment: string): boolean {
  return byCode.has(segment) || PATH_ONLY_CODES.includes(segment);
}

/** Language keys whose messages are those of another key. */
const SHARED_MESSAGES: Readonly<Record<string, string>> = {
  en_SG: 'en_US',
  en_GB: 'en_US',
  en_CA: 'en_US',
  es_LA: 'es_AR',
  es_ES: 'es_AR',
};

/** The language key whose messages a code shows: `es` has those of `es_AR`. */
export function messageKey(code: string): string {
  const { languageKey } = shownLocale(code);
  return SHARED_MESSAGES[languageKey] ?? languageKey;
}

/** Language keys that have messages of their own, the source first. */
export const MESSAGE_KEYS: readonly string[] = [
  ...new Set(LOCALES.map((entry) => messageKey(entry.code))),
];

/** An address taken apart: its language code ('' = none) and the path without it. */
export interface LocalPath {
  readonly code: string;
  readonly path: string;
}

/** Splits `/ja/spot/BTCUSDT` into `ja` and `/spot/BTCUSDT`. @param pathname starts with `/` */
export function splitLanguage(pathname: string): LocalPath {
  const end = pathname.indexOf('/', 1);
  const code = pathname.slice(1, end < 0 ? undefined : end);
  if (!isLanguageSegment(code)) return { code: '', path: pathname };
  return { code, path: end < 0 ? '/' : pathname.slice(end) };
}

/** What links of a language begin with: '' for the default, else `/ja`. */
export function languagePrefix(code: string): string {
  return code === '' || code === DEFAULT_LOCALE ? '' : `/${code}`;
}
