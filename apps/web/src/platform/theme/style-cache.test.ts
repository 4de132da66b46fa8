import { afterEach, describe, expect, it, vi } from 'vitest';
import { StyleCache, styleTokens } from './style-cache.ts';

function filled(count: number): StyleCache<number> {
  const cache = new StyleCache<number>();
  for (let index = 0; index < count; index += 1) cache.get(`k${index}`, () => index);
  return cache;
}

describe('StyleCache', () => {
  it('computes once', () => {
    const compute = vi.fn(() => 1);
    const cache = new StyleCache<number>();
    expect([cache.get('a', compute), cache.get('a', compute)]).toEqual([1, 1]);
    expect(compute).toHaveBeenCalledTimes(1);
  });

  it('gathers 25 entries and then keeps the newest 20', () => {
    expect(filled(25).size).toBe(25);
    const cache = filled(26);
    expect(cache.size).toBe(20);
    expect(cache.get('k6', () => -1)).toBe(6);
    expect(cache.get('k5', () => -1)).toBe(-1);
  });

  it('what was used lately stays', () => {
    const cache = filled(25);
    cache.get('k0', () => -1);
    cache.get('more', () => 1);
    expect(cache.get('k0', () => -1)).toBe(0);
  });
});

describe('styleTokens', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('reads the tokens once for each look', () => {
    const dataset: Record<string, string> = { theme: 'dark', colours: 'green-up' };
    const computed = vi.fn(() => ({
      getPropertyValue: (name: string) => ` ${name} ${dataset['theme']} ${dataset['colours']}`,
    }));
    vi.stubGlobal('document', { documentElement: { dataset } });
    vi.stubGlobal('getComputedStyle', computed);
    expect(styleTokens(['--up'])).toEqual({ '--up': '--up dark green-up' });
    styleTokens(['--up']);
    expect(computed).toHaveBeenCalledTimes(1);
    dataset['colours'] = 'red-up';
    expect(styleTokens(['--up'])['--up']).toBe('--up dark red-up');
    expect(computed).toHaveBeenCalledTimes(2);
  });
});
