import { expect, test } from 'vitest';
import { marketPage } from './site.ts';

const PAGE =
  '<html lang="en"><body><p class="badge" data-market="simulated">Simulated market</p>' +
  '<p class="text" data-market="simulated">money</p><p class="text" data-market="own">Books</p>' +
  '<div><p data-market="simulated">No real money</p></div><p>Always</p></body></html>';

test('a start page has the words of its market alone', () => {
  expect(marketPage(PAGE, true)).toBe(
    '<html lang="en"><body><p class="badge">Simulated market</p><p class="text">money</p>' +
      '<div><p>No real money</p></div><p>Always</p></body></html>',
  );
  expect(marketPage(PAGE, false)).toBe(
    '<html data-market="own" lang="en"><body><p class="text">Books</p><div></div><p>Always</p></body></html>',
  );
});
