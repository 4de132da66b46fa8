import { describe, expect, it } from 'vitest';
import { authPath, spotPath } from './paths.ts';

describe('authPath', () => {
  it('comes back to where one was, but not to itself', () => {
    expect(authPath('login', '/spot/BTCUSDT')).toBe('/login?returnTo=%2Fspot%2FBTCUSDT');
    expect(authPath('login', '/')).toBe('/login');
    expect(authPath('register', '/login?returnTo=%2Fx')).toBe('/register');
    expect(authPath('login', '//evil.example')).toBe('/login');
  });
});

describe('spotPath', () => {
  it('encodes what is not a symbol', () => {
    expect(spotPath('../x')).toBe('/spot/..%2Fx');
  });
});
