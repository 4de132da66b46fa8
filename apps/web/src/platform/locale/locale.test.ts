import { LOCALES } from '@halcyon/domain/web';
import { describe, expect, it } from 'vitest';
import { directionOf, resolveLocale } from './locale.ts';

describe('the language of an address', () => {
  /** address, stored choice, language, router base, address it becomes */
  it.each([
    ['/', null, 'en', '/', null],
    ['/markets', null, 'en', '/', null],
    ['/markets', 'en', 'en', '/', null],
    ['/markets', 'xx', 'en', '/', null],
    ['/markets', 'bg', 'en', '/', null],
    ['/markets', 'ja', 'ja', '/ja', '/ja/markets'],
    ['/', 'ja', 'ja', '/ja', '/ja'],
    ['/xx/markets', 'ja', 'ja', '/ja', '/ja/xx/markets'],
    ['/ja/markets', null, 'ja', '/ja', null],
    ['/ja/markets', 'de', 'ja', '/ja', null],
    ['/bg/markets', 'de', 'bg', '/bg', null],
    ['/en/markets', null, 'en', '/', null],
    ['/en/markets', 'en', 'en', '/', null],
    ['/en/markets', 'ja', 'en', '/en', null],
    ['/JA/markets', null, 'en', '/', null],
  ])('%s with the choice %s is %s, base %s, becomes %s', (path, stored, code, base, moved) => {
    expect(resolveLocale(path, stored)).toEqual({ code, base, moved });
  });

  it('is written from right to left in Arabic alone', () => {
    const rtl = LOCALES.filter((entry) => directionOf(entry.tag) === 'rtl');
    expect(rtl.map((entry) => entry.code)).toEqual(['ar']);
  });
});
