import { readFileSync } from 'node:fs';
import { LOCALES, messageKey } from '@halcyon/domain/web';
import { MAIL_KINDS, type MailKind, type MailWord } from '@halcyon/records';
import { describe, expect, it } from 'vitest';
import { languageOf } from '../web/language.ts';
import { detailText, mailText } from './mail-text.ts';

const MAIL = {
  antiPhishing: '',
  address: '',
  link: 'https://halcyon.example/x',
  detail: '12.5 USDT',
  kind: 'passwordReset',
  language: 'en',
  createdAt: Date.UTC(2026, 0, 31, 9, 5, 7),
} as const;

/** Kinds that say what they are about. */
const TOLD: readonly MailKind[] = [
  'alert',
  ...(['addressAdded', 'addressAllowed', 'withdrawalRequested'] as const),
  ...(['marginCall', 'liquidation', 'deleveraging'] as const),
  ...(['copyJoined', 'copyLeftOut', 'copyStopped', 'copyShares'] as const),
];

/** Words of details, and the messages of the web app that say the same. */
const WORDS_OF_PAGES: Readonly<Record<MailWord, string>> = {
  'account.spot': 'transfer.spot',
  'account.funding': 'assets.funding',
  'account.futures': 'futures.account',
  'account.crossed': 'transfer.cross',
  'account.isolated': 'transfer.isolated',
  'price.mark': 'futures.mark',
  'price.index': 'futures.index',
};

describe('the words of mails', () => {
  it.each(LOCALES.map(({ code }) => code))('are there in %s for every kind', (language) => {
    for (const kind of MAIL_KINDS) {
      const { subject, text } = mailText({
        ...MAIL,
        kind,
        language,
        antiPhishing: 'Blue heron',
        address: '198.51.100.7',
      });
      const english = mailText({ ...MAIL, kind });
      expect(subject).not.toBe('');
      if (messageKey(language) !== 'en_US') {
        expect(subject).not.toBe(english.subject);
        expect(text.split('\n\n')[1]).not.toBe(english.text.split('\n\n')[0]);
      }
      expect(text).not.toMatch(/[{}]|undefined/);
      expect(text).toContain('Blue heron');
      expect(text).toContain('198.51.100.7');
      expect(text).toContain('2026-01-31 09:05:07 UTC');
      expect(text.includes(MAIL.detail)).toBe(TOLD.includes(kind));
      expect(text.includes(MAIL.link)).toBe(
        ['passwordReset', 'emailChange', 'accountThaw'].includes(kind),
      );
    }
  });

  it('begin with the anti-phishing code and say nothing of what is not known', () => {
    const coded = mailText({ ...MAIL, antiPhishing: 'Blue heron' });
    expect(coded.text).toMatch(/^Anti-phishing code: Blue heron\n\nSomebody asked/);
    expect(mailText(MAIL).text).toMatch(/^Somebody asked/);
    expect(mailText(MAIL).text).not.toContain('Address');
  });

  it('take what people wrote as it is', () => {
    const { text } = mailText({ ...MAIL, antiPhishing: '{link} $& $1' });
    expect(text).toMatch(/^Anti-phishing code: \{link\} \$& \$1\n/);
  });
});

describe('what a mail is about', () => {
  const detail = [
    [{ word: 'account.futures' }, ' · BTCUSDT · ', { percent: '83.2922' }],
    [{ word: 'account.isolated' }, ' · ', { number: '12500.50' }, ' USDT @ ', { number: '0.1' }],
  ] as const;

  it.each([
    ['en', 'Futures account · BTCUSDT · 83.29%'],
    ['de', 'Futures-Konto · BTCUSDT · 83,29 %'],
    ['fr', 'Compte à terme · BTCUSDT · 83,29 %'],
    ['ja', '先物口座 · BTCUSDT · 83.29%'],
    ['ar', 'حساب العقود الآجلة · BTCUSDT · 83.29%'],
  ])('is in the words and numbers of its reader: %s', (language, first) => {
    const plain = (text = '') => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll('\u200e', '');
    const [line, next] = detailText(detail, language).split('\n');
    expect(plain(line)).toBe(first);
    if (language === 'de') {
      expect(next).toBe('Konto mit isolierter Margin · 12.500,50 USDT @ 0,1');
      const { text } = mailText({ ...MAIL, kind: 'marginCall', language, detail });
      expect(text).toContain(`\n\n${line}\n${next}\n\n`);
    }
  });

  it('keeps all digits of a decimal', () => {
    const long = '1234567890123456789.12345678';
    expect(detailText([[{ number: long }]], 'en')).toBe('1,234,567,890,123,456,789.12345678');
  });

  it.each([...new Set(LOCALES.map(({ code }) => messageKey(code)))])(
    'is named as the pages in %s name it',
    (key) => {
      const read = (path: string): Record<string, string> =>
        JSON.parse(
          readFileSync(new URL(`../../../../${path}/${key}.json`, import.meta.url), 'utf8'),
        );
      const mails = read('packages/gateway/src/mail/words');
      const pages = read('apps/web/src/platform/locale/messages');
      for (const [word, message] of Object.entries(WORDS_OF_PAGES)) {
        expect([word, mails[word]]).toEqual([word, pages[message]]);
        expect(mails[word]).toBeTypeOf('string');
      }
    },
  );
});

describe('the language of a request', () => {
  it.each([
    [undefined, ''],
    ['', ''],
    ['*, sv', ''],
    ['xx, de;q=0.8', 'de'],
    ['de-AT', 'de'],
    ['zh-TW', 'zh-TC'],
    ['pt-PT, pt;q=0.9', 'pt-PT'],
    ['es-419', 'es'],
    [',;=, ja', 'ja'],
  ])('of "%s" is %s', (header, code) => {
    expect(languageOf(header)).toBe(code);
  });
});
