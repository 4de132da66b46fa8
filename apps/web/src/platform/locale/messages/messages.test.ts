import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import english from './en_US.json' with { type: 'json' };

const VALUES = new Proxy(
  {},
  {
    get: () => 2,
    has: () => true,
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 2 }),
  },
);

describe('the English catalogue', () => {
  it('has only well-formed, non-empty messages', () => {
    for (const [id, text] of Object.entries(english)) {
      const formatted = new IntlMessageFormat(text, 'en').format(VALUES);
      expect([id, String(formatted).trim().length > 0]).toEqual([id, true]);
    }
  });

  it('carries the texts that the product fixes', () => {
    expect(english['table.empty']).toBe('No data found.');
  });
});
