import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fc } from '../../../../../packages/testkit/src/core/properties.ts';
import { safeReturnTo } from './return-to.ts';
import { plainAddress } from './testing/link-targets.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => vi.restoreAllMocks());

describe('safeReturnTo', () => {
  it('accepts paths of our own and refuses everything else', () => {
    expect(safeReturnTo('/spot/BTCUSDT?x=1#y')).toBe('/spot/BTCUSDT?x=1#y');
    const refused = [
      null,
      '',
      'spot',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
      '/a\nb',
      ' /spot',
      '/.//evil.example',
      '/a/..//evil.example',
    ];
    for (const value of refused) expect([value, safeReturnTo(value)]).toEqual([value, null]);
    const told = refused.filter((value) => value !== null).map((value) => ['invalid href:', value]);
    expect(vi.mocked(console.warn).mock.calls).toEqual(told);
  });

  it('never leaves the origin, whatever it accepts', () => {
    const part = fc.constantFrom('/', '\\', '.', '..', '@', ':', '%2f', '%5c', '\t', 'a', '?', '#');
    const target = fc.array(part, { maxLength: 12 }).map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(fc.oneof(target, plainAddress, fc.string()), (value) => {
        const accepted = safeReturnTo(value);
        if (accepted === null) return true;
        return new URL(accepted, 'https://own.example/x/y').origin === 'https://own.example';
      }),
      { numRuns: 1_500 },
    );
  });
});
