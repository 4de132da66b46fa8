/**
 * The languages of the web app, shared by page and server. The codes, types and currencies are the
 * product's fixed table, its odd rows included; docs/web-locales.md shows it with its reasons.
 */

/** One language of the picker. */
export interface LocaleEntry {
  /** Segment of an address, and the value that is stored as the choice. */
  readonly code: string;
  /** Language key such as `en_US`. */
  readonly languageKey: string;
  /** The language in its own words. */
  readonly name: string;
  /** Number of the language. */
  readonly languageType: number;
  /** Currency of totals until a person chooses one, ISO 4217. */
  readonly currency: string;
  /** Name of the UI library's locale file. */
  readonly antd: string;
  /** Name of the date library's locale file. */
  readonly dayjs: string;
  /** BCP 47 tag for `<html lang>` and Intl. */
  readonly tag: string;
}

type Row = readonly [
  code: string,
  languageKey: string,
  name: string,
  languageType: number,
  currency: string,
  antd: string,
  dayjs: string,
  tag: string,
];

const ROWS: readonly Row[] = [
  ['en', 'en_US', 'English', 0, 'USD', 'en_US', 'en', 'en'],
  ['asia', 'en_SG', 'English (Asia)', 3, 'USD', 'en_US', 'en-sg', 'en-SG'],
  ['en-GB', 'en_GB', 'English (UK)', 41, 'GBP', 'en_GB', 'en-gb', 'en-GB'],
  ['ja', 'ja_JP', '日本語', 2, 'JPY', 'ja_JP', 'ja', 'ja'],
  ['ru', 'ru_RU', 'Русский', 6, 'RUB', 'ru_RU', 'ru', 'ru'],
  ['es', 'es_LA', 'Español (Latinoamérica)', 7, 'EUR', 'es_ES', 'es', 'es-419'],
  ['it', 'it_IT', 'Italiano', 9, 'EUR', 'it_IT', 'it', 'it'],
  ['fr', 'fr_FR', 'Français', 10, 'EUR', 'fr_FR', 'fr', 'fr'],
  ['de', 'de_DE', 'Deutsch', 11, 'EUR', 'de_DE', 'de', 'de'],
  ['zh-CN', 'zh_CN', '简体中文', 1, 'CNY', 'zh_CN', 'zh-cn', 'zh-CN'],
  ['zh-TC', 'zh_TW', '繁體中文', 5, 'TWD', 'zh_TW', 'zh-tw', 'zh-TW'],
  ['pt', 'pt_BR', 'Português (Brasil)', 12, 'BRL', 'pt_BR', 'pt-br', 'pt-BR'],
  ['id', 'id_ID', 'Bahasa Indonesia', 13, 'IDR', 'id_ID', 'id', 'id'],
  ['pl', 'pl_PL', 'Polski', 20, 'PLN', 'pl_PL', 'pl', 'pl'],
  ['vi', 'vi_VN', 'Tiếng Việt', 4, 'VND', 'vi_VN', 'vi', 'vi'],
  ['uk', 'uk_UA', 'Українська', 21, 'UAH', 'uk_UA', 'uk', 'uk'],
  ['pt-PT', 'pt_PT', 'Português (Portugal)', 24, 'EUR', 'pt_PT', 'pt', 'pt-PT'],
  ['es-ES', 'es_ES', 'Español (España)', 23, 'ARS', 'es_ES', 'es', 'es-ES'],
  ['uz', 'uz_UZ', 'Oʻzbekcha', 25, 'UZS', 'uz_UZ', 'uz-latn', 'uz-Latn'],
  ['ar', 'ar_AE', 'العربية', 39, 'AED', 'ar_EG', 'ar', 'ar-AE'],
  ['ph', 'fil_PH', 'Filipino', 40, 'PHP', 'en_US', 'tl-ph', 'fil'],
  ['es-AR', 'es_AR', 'Español (Argentina)', 42, 'EUR', 'es_ES', 'es', 'es-AR'],
  ['en-CA', 'en_CA', 'English (Canada)', 43, 'CAD', 'en_US', 'en-ca', 'en-CA'],
];

/** The picker's languages, in its order. */
export const LOCALES: readonly LocaleEntry[] = ROWS.map(
  ([code, languageKey, name, languageType, currency, antd, dayjs, tag]) => ({
    code,
    languageKey,
    name,
    languageType,
    currency,
    antd,
    dayjs,
    tag,
  }),
);

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
