/** Each language speaks to its reader in one form, and has one word for one thing: docs/languages.md. */
import { readFileSync } from 'node:fs';
import { MESSAGE_KEYS } from '@halcyon/domain/web';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const PLACES = [
  'apps/web/src/platform/locale/messages',
  'packages/gateway/src/mail/words',
] as const;

function textsOf(place: string, language: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(new URL(`${place}/${language}.json`, ROOT), 'utf8'));
}

/** Whole words in any letters, whatever the alphabet. */
const words = (list: string) => new RegExp(`(?<![\\p{L}])(?:${list})(?![\\p{L}])`, 'iu');

/** Words of the forms of address that a language does not use here. */
const OTHER_FORMS: Readonly<Record<string, RegExp>> = {
  de_DE: words('du|dich|dir|dein|deine[rnms]?|euch|euer|eure[rnms]?'),
  es_AR: words(
    'usted|ustedes|vos|tenés|podés|querés|recibís|pagás|sos|usá|hacé|elegí|revisá|descargá|enviá|' +
      'ingresá|iniciá|volvé|esperá|cerrá|debés|acá|seguís|confirmá|cancelá|agregá|recargá|' +
      'regístrese|inicie|ingrese|seleccione|practique|guárdel[oa]s?|haga',
  ),
  fr_FR: words('tu|toi|ton|tes|te'),
  id_ID: words('kamu|engkau'),
  it_IT: words('lei|si registri|acceda|inserisca|selezioni|segni|riprovi|incolli'),
  ja_JP: /あなた|貴方|お前/,
  pl_PL: words('pan|pani|państwo|państwa|panu'),
  pt_BR: words('teu|tua|teus|tuas|tens'),
  pt_PT: words('teu|tua|teus|tuas|tens'),
  ru_RU: words('ты|тебя|тебе|твой|твоя|твоё|твои'),
  uk_UA: words('ти|тебе|тобі|твій|твоя|твоє|твої'),
  vi_VN: words('quý khách|quý vị|cậu'),
  zh_CN: /你/,
  zh_TW: /你/,
};

/** Messages that name the same thing. */
const SAME: readonly (readonly string[])[] = [
  ['transfer.spot', 'assets.spot'],
  ['transfer.futures', 'futures.account', 'assets.futures'],
  ['marginPage.account', 'assets.margin'],
  ['futures.equity', 'positions.equity'],
  ['futures.marginRatio', 'positions.ratio'],
  ['futures.reduceOnly', 'positions.reduceOnly'],
  ['marginPage.by.liquidation', 'positions.by.liquidation'],
];

describe.each(MESSAGE_KEYS)('%s', (language) => {
  it.each(PLACES)('speaks in one form of address in %s', (place) => {
    const other = OTHER_FORMS[language];
    const found = Object.entries(textsOf(place, language)).filter(([, text]) => other?.test(text));
    expect(found).toEqual([]);
  });

  it('has one word for one thing', () => {
    const texts = textsOf(PLACES[0], language);
    const apart = SAME.map((ids) => ids.map((id) => texts[id])).filter(
      (named) => new Set(named).size > 1,
    );
    expect(apart).toEqual([]);
  });
});

it('a word of another form is found, and none in a longer word', () => {
  expect(OTHER_FORMS['de_DE']?.test('Prüfe dein Konto')).toBe(true);
  expect(OTHER_FORMS['de_DE']?.test('Der Index durchläuft')).toBe(false);
  expect(OTHER_FORMS['ru_RU']?.test('Как твои дела')).toBe(true);
  expect(OTHER_FORMS['ru_RU']?.test('Вытянуть')).toBe(false);
});
