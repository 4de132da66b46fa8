/** Locale files of the UI library and its date library: those of the language on screen are loaded. */

import type { ConfigProviderProps } from 'antd';
import dayjs from 'dayjs';

/** Texts of the UI library; undefined = English, which it has built in. */
export type AntdLocale = NonNullable<ConfigProviderProps['locale']> | undefined;

type Load = () => Promise<{ readonly default: AntdLocale }>;

const ANTD: Readonly<Record<string, Load>> = {
  en_GB: () => import('antd/es/locale/en_GB.js'),
  ja_JP: () => import('antd/es/locale/ja_JP.js'),
  ru_RU: () => import('antd/es/locale/ru_RU.js'),
  es_ES: () => import('antd/es/locale/es_ES.js'),
  it_IT: () => import('antd/es/locale/it_IT.js'),
  fr_FR: () => import('antd/es/locale/fr_FR.js'),
  de_DE: () => import('antd/es/locale/de_DE.js'),
  zh_CN: () => import('antd/es/locale/zh_CN.js'),
  zh_TW: () => import('antd/es/locale/zh_TW.js'),
  pt_BR: () => import('antd/es/locale/pt_BR.js'),
  id_ID: () => import('antd/es/locale/id_ID.js'),
  pl_PL: () => import('antd/es/locale/pl_PL.js'),
  vi_VN: () => import('antd/es/locale/vi_VN.js'),
  uk_UA: () => import('antd/es/locale/uk_UA.js'),
  pt_PT: () => import('antd/es/locale/pt_PT.js'),
  uz_UZ: () => import('antd/es/locale/uz_UZ.js'),
  ar_EG: () => import('antd/es/locale/ar_EG.js'),
};

const DAYJS: Readonly<Record<string, () => Promise<unknown>>> = {
  'en-sg': () => import('dayjs/locale/en-sg.js'),
  'en-gb': () => import('dayjs/locale/en-gb.js'),
  ja: () => import('dayjs/locale/ja.js'),
  ru: () => import('dayjs/locale/ru.js'),
  es: () => import('dayjs/locale/es.js'),
  it: () => import('dayjs/locale/it.js'),
  fr: () => import('dayjs/locale/fr.js'),
  de: () => import('dayjs/locale/de.js'),
  'zh-cn': () => import('dayjs/locale/zh-cn.js'),
  'zh-tw': () => import('dayjs/locale/zh-tw.js'),
  'pt-br': () => import('dayjs/locale/pt-br.js'),
  id: () => import('dayjs/locale/id.js'),
  pl: () => import('dayjs/locale/pl.js'),
  vi: () => import('dayjs/locale/vi.js'),
  uk: () => import('dayjs/locale/uk.js'),
  pt: () => import('dayjs/locale/pt.js'),
  'uz-latn': () => import('dayjs/locale/uz-latn.js'),
  ar: () => import('dayjs/locale/ar.js'),
  'tl-ph': () => import('dayjs/locale/tl-ph.js'),
  'en-ca': () => import('dayjs/locale/en-ca.js'),
};

const loaded = new Map<string, Promise<AntdLocale>>();

async function load(antd: string, date: string): Promise<AntdLocale> {
  const [texts] = await Promise.all([ANTD[antd]?.(), DAYJS[date]?.()]);
  dayjs.locale(date);
  return texts?.default;
}

/**
 * The UI library's texts, with the date library set to the same language.
 * @param antd name of a locale file of the UI library, as in the language list
 * @param date name of a locale file of the date library
 */
export function antdLocale(antd: string, date: string): Promise<AntdLocale> {
  // One that is not loaded yet changes nothing here; it is set again once it is.
  dayjs.locale(date);
  const key = `${antd} ${date}`;
  let found = loaded.get(key);
  if (found === undefined) {
    // Pages work with the built-in English texts where the file cannot be fetched.
    found = load(antd, date).catch(() => undefined);
    loaded.set(key, found);
  }
  return found;
}
