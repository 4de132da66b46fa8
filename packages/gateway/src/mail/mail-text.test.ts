import { LOCALES, messageKey } from '@halcyon/domain/web';
import { MAIL_KINDS, type MailKind } from '@halcyon/records';
import { describe, expect, it } from 'vitest';
import { languageOf } from '../web/language.ts';
import { mailText } from './mail-text.ts';

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
