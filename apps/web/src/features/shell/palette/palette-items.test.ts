import { describe, expect, it } from 'vitest';
import { find, GROUP_MAX, type PaletteItem, RECENT_MAX, remember, score } from './palette-items.ts';

const market = (label: string, weight = 0): PaletteItem => ({
  id: `market:${label}`,
  group: 'markets',
  label,
  words: label.replace('/', ''),
  weight,
});
const page = (label: string): PaletteItem => ({
  id: `page:${label}`,
  group: 'pages',
  label,
  words: '',
  weight: 0,
});
const ITEMS = [
  market('BTC/USDT', 9),
  market('ETH/BTC', 2),
  market('BTC/USDC', 5),
  page('Ordres ouverts'),
];
const ids = (search: string, recent: readonly string[] = []) =>
  find(ITEMS, search, recent).map((item) => `${item.group} ${item.label}`);

describe('score', () => {
  it.each([
    ['btc/usdt', 4],
    ['btc', 3],
    ['usdt', 2],
    ['sdt', 1],
    ['btc usdt', 2],
    ['btcusdt', 4],
    ['eth', -1],
    ['', 0],
  ])('of BTC/USDT for "%s" is %d', (search, expected) => {
    expect(score(market('BTC/USDT'), search)).toBe(expected);
  });

  it('looks past accents and case', () => {
    expect(score(page('Sécurité'), 'SECUR')).toBe(3);
  });
});

describe('find', () => {
  it('puts the better match first, then the heavier', () => {
    expect(ids('btc')).toEqual(['markets BTC/USDT', 'markets BTC/USDC', 'markets ETH/BTC']);
  });

  it('begins with recent choices when nothing is searched, each once', () => {
    expect(ids('', ['page:Ordres ouverts', 'market:GONE'])).toEqual([
      'recent Ordres ouverts',
      'markets BTC/USDT',
      'markets BTC/USDC',
      'markets ETH/BTC',
    ]);
    expect(ids('ordres', ['page:Ordres ouverts'])).toEqual(['pages Ordres ouverts']);
  });

  it('shows no more of a group than fits', () => {
    const many = Array.from({ length: 30 }, (_, index) => market(`A${index}/USDT`));
    expect(find(many, '', [])).toHaveLength(GROUP_MAX);
  });
});

describe('remember', () => {
  it('keeps the newest first, each once, not too many', () => {
    expect(remember(['a', 'b'], 'b')).toEqual(['b', 'a']);
    const full = Array.from({ length: RECENT_MAX }, (_, index) => String(index));
    expect(remember(full, 'new')).toHaveLength(RECENT_MAX);
  });
});
