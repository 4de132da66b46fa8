/** What the picker, the component library and the documents need of a language; see locales.ts. */

import { DEFAULT_LOCALE } from './locales.ts';

/** Details of a language. */
export interface LocaleDetails {
  /** The language in its own words. */
  readonly name: string;
  /** Number of the language. */
  readonly languageType: number;
  /** Name of the UI library's locale file. */
  readonly antd: string;
  /** Name of the date library's locale file. */
  readonly dayjs: string;
}

type Row = readonly [name: string, languageType: number, antd: string, dayjs: string];

const ROWS: Readonly<Record<string, Row>> = {
  en: ['English', 0, 'en_US', 'en'],
  asia: ['English (Asia)', 3, 'en_US', 'en-sg'],
  'en-GB': ['English (UK)', 41, 'en_GB', 'en-gb'],
  ja: ['日本語', 2, 'ja_JP', 'ja'],
  ru: ['Русский', 6, 'ru_RU', 'ru'],
  es: ['Español (Latinoamérica)', 7, 'es_ES', 'es'],
  it: ['Italiano', 9, 'it_IT', 'it'],
  fr: ['Français', 10, 'fr_FR', 'fr'],
  de: ['Deutsch', 11, 'de_DE', 'de'],
  'zh-CN': ['简体中文', 1, 'zh_CN', 'zh-cn'],
  'zh-TC': ['繁體中文', 5, 'zh_TW', 'zh-tw'],
  pt: ['Português (Brasil)', 12, 'pt_BR', 'pt-br'],
  id: ['Bahasa Indonesia', 13, 'id_ID', 'id'],
  pl: ['Polski', 20, 'pl_PL', 'pl'],
  vi: ['Tiếng Việt', 4, 'vi_VN', 'vi'],
  uk: ['Українська', 21, 'uk_UA', 'uk'],
  'pt-PT': ['Português (Portugal)', 24, 'pt_PT', 'pt'],
  'es-ES': ['Español (España)', 23, 'es_ES', 'es'],
  uz: ['Oʻzbekcha', 25, 'uz_UZ', 'uz-latn'],
  ar: ['العربية', 39, 'ar_EG', 'ar'],
  ph: ['Filipino', 40, 'en_US', 'tl-ph'],
  'es-AR': ['Español (Argentina)', 42, 'es_ES', 'es'],
  'en-CA': ['English (Canada)', 43, 'en_US', 'en-ca'],
};

/** The details of what a code shows: its own language, or the default one. */
export function localeDetails(code: string): LocaleDetails {
  const row = ROWS[code] ?? ROWS[DEFAULT_LOCALE];
  if (row === undefined) throw new Error('the default locale has no details');
  const [name, languageType, antd, dayjs] = row;
  return { name, languageType, antd, dayjs };
}
