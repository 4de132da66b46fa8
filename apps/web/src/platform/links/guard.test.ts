import { afterEach, describe, expect, it, vi } from 'vitest';
import { fc } from '../../../../../packages/testkit/src/core/properties.ts';
import { guardTarget, isInApp, isSafeTarget } from './guard.ts';
import { linkTarget, plainAddress, plainPath } from './testing/link-targets.ts';

const PAGE = 'https://own.example/ja/spot/BTCUSDT?x=1#y';
const RUNS = 100_000;

const ACCEPTED = [
  'http://example.com',
  'https://example.com/a?b#c',
  'HTTPS://EXAMPLE.com',
  'https://user@example.com/',
  'https:///example.com',
  'mailto:ada@example.com?subject=a%20b',
  'tel:+123',
  'blob:https://own.example/0b6f',
  'data:image/png;base64,AAAA',
  'DATA:Image/svg+xml,%3Csvg/%3E',
  'ftp://example.com/file',
  'halcyon://trade/BTCUSDT',
  'halcyonapp://open',
  './x',
  '../x',
  '#x',
  '#',
  '/',
  '/spot/BTCUSDT',
  '/search?q=a b',
  '/a//b',
  '/javascript:alert(1)',
  './javascript:alert(1)',
  '#javascript:alert(1)',
  '/%6a?next=//evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
];

const REFUSED = [
  '',
  ' ',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u0000/x',
  'javascript&colon;alert(1)',
  '%6aavascript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;image/,x',
  'data:,image/',
  'data: image/png,x',
  'file:///etc/passwd',
  'about:blank',
  'view-source:https://example.com',
  'chrome://settings',
  'intent://x#Intent;end',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/./\\evil.example',
  ' /spot',
  '\u00a0/spot',
  '\ufeff/spot',
  'spot',
  '?x=1',
  'http:example.com',
  'http:/example.com',
  'https:\\\\example.com',
  'http://',
  'https://exa mple.com',
  'https://[::1',
  'ht\ntps://example.com',
  'halcyon:trade',
  'halcyon:/trade',
  'ws://example.com',
  '.\\x',
  '..',
  '.',
  '/x\u007f',
];

describe('isSafeTarget', () => {
  it.each(ACCEPTED)('accepts %j', (target) => {
    expect(isSafeTarget(target, PAGE)).toBe(true);
  });

  it.each(REFUSED)('refuses %j', (target) => {
    expect(isSafeTarget(target, PAGE)).toBe(false);
  });

  it('refuses what is no text', () => {
    for (const value of [null, undefined, 1, {}, ['/x'], new URL(PAGE)]) {
      expect(isSafeTarget(value, PAGE)).toBe(false);
    }
  });
});

/** Says what an accepted target may be once the platform's own parser has read it. */
function holds(text: string): boolean {
  const page = new URL(PAGE);
  const url = new URL(text, page);
  const relative = /^(\.\.?\/|#|\/)/.test(text);
  if (relative) {
    // Wherever the path is used again, by itself, it stays on this site.
    return url.origin === page.origin && new URL(url.pathname, page).origin === page.origin;
  }
  if (!/^(https?:\/\/|ftp:\/\/|mailto:|tel:|blob:|data:image\/|halcyon(app)?:\/\/)/i.test(text)) {
    return false;
  }
  // Not taken as relative to this page, and the scheme is the one that was written.
  return new URL(text).href === url.href && text.toLowerCase().startsWith(url.protocol);
}

describe('against the URL parser of the platform', () => {
  it('accepts nothing that the parser reads as another form', () => {
    let accepted = 0;
    fc.assert(
      fc.property(linkTarget, (text) => {
        if (!isSafeTarget(text, PAGE)) return true;
        accepted += 1;
        return holds(text);
      }),
      { numRuns: RUNS },
    );
    expect(accepted).toBeGreaterThan(RUNS / 50);
  });

  it('never reads a refused script as anything it would accept once cleaned', () => {
    fc.assert(
      fc.property(linkTarget, (text) => {
        const url = URL.parse(text, PAGE);
        const forbidden = url !== null && /^(javascript|vbscript|file|about):$/.test(url.protocol);
        return !forbidden || !isSafeTarget(text, PAGE);
      }),
      { numRuns: RUNS / 10 },
    );
  });

  it('accepts every plain path and address', () => {
    fc.assert(
      fc.property(plainPath, plainAddress, (inside, outside) => {
        return isSafeTarget(inside, PAGE) && isSafeTarget(outside, PAGE);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('guardTarget', () => {
  afterEach(() => vi.restoreAllMocks());

  it('gives the target back, or warns and gives null', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(guardTarget('/spot')).toBe('/spot');
    expect(warn).not.toHaveBeenCalled();
    expect(guardTarget('javascript:alert(1)')).toBeNull();
    expect(warn.mock.calls).toEqual([['invalid href:', 'javascript:alert(1)']]);
  });

  it('knows pages of the app from other addresses', () => {
    expect(['/x', './x', '../x', '#x'].every(isInApp)).toBe(true);
    expect(['https://x', 'mailto:x', 'halcyon://x'].some(isInApp)).toBe(false);
  });
});
