import { expect, test } from 'vitest';
import { coinDrawing } from './coin-drawing.ts';

const pictureOf = (coin: string) =>
  decodeURIComponent(coinDrawing(coin).slice('data:image/svg+xml,'.length));

test('coins with the same letters have other pictures, and one coin always the same', () => {
  const names = ['PEPE', 'POL', 'PYTH', 'PENDLE', 'PAXG', 'P'];
  expect(new Set(names.map(coinDrawing)).size).toBe(names.length);
  expect(coinDrawing('PEPE')).toBe(coinDrawing('PEPE'));
});

test('a picture has one letter, which it has room for', () => {
  expect(pictureOf('1INCH')).toContain('>1</text>');
  expect(pictureOf('weth')).toContain('>W</text>');
});

test('nothing of a name gets into the picture but a letter', () => {
  expect(pictureOf('<script>')).not.toContain('script');
  expect(pictureOf('"&<')).toContain('></text>');
});
