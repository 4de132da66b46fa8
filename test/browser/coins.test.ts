/** Marks of coins are told apart at the size that lists show them in. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coinDrawing } from '../../packages/gateway/src/web/coin-drawing.ts';
import { workerBrowser } from '../support/browser.ts';

const FOLDER = join(import.meta.dirname, '../../apps/web/public/static/img/coins');
const SIZE = 16;
/** Mean difference of a colour channel, of 255, by which two marks are told apart at a glance. */
const APART = 15;
/** The same of a mark and the grounds it is on. */
const FROM_GROUND = 40;

let browser: Browser;

beforeAll(async () => {
  browser = await workerBrowser();
});

afterAll(async () => {
  await browser?.close();
});

/** Colours of each picture at that size, on a ground. */
function pixelsOf(addresses: readonly string[], ground: string): Promise<number[][]> {
  return browser.newPage().then((page) =>
    page.evaluate<number[][]>(`Promise.all(${JSON.stringify(addresses)}.map(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = ${SIZE};
      const context = canvas.getContext('2d');
      context.fillStyle = '${ground}';
      context.fillRect(0, 0, ${SIZE}, ${SIZE});
      context.drawImage(image, 0, 0, ${SIZE}, ${SIZE});
      return [...context.getImageData(0, 0, ${SIZE}, ${SIZE}).data];
    }))`),
  );
}

function difference(a: readonly number[], b: readonly number[]): number {
  const sum = a.reduce((total, value, index) => total + Math.abs(value - (b[index] ?? 0)), 0);
  // Every fourth value is the opacity, which is the same.
  return sum / ((a.length * 3) / 4);
}

test('no two marks look alike, nor like the page, at 16 px', async () => {
  const drawn = readdirSync(FOLDER).map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')]);
  const others = ['PEPE', 'SHIB', 'TON', 'APT', 'ARB'].map((coin) => [coin, coinDrawing(coin)]);
  const names = [...drawn, ...others].map(([name]) => name);
  const addresses = [
    ...drawn.map(([, svg]) => `data:image/svg+xml,${encodeURIComponent(svg ?? '')}`),
    ...others.map(([, address]) => address ?? ''),
  ];
  const alike: string[] = [];
  for (const ground of ['#11171b', '#ffffff']) {
    const marks = await pixelsOf([...addresses], ground);
    const [plain = []] = await pixelsOf(
      [`data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`],
      ground,
    );
    marks.forEach((mark, index) => {
      if (difference(mark, plain) < FROM_GROUND) alike.push(`${names[index]} on ${ground}`);
      for (let other = index + 1; other < marks.length; other++) {
        const apart = difference(mark, marks[other] ?? []);
        if (apart < APART) alike.push(`${names[index]} ${names[other]} ${apart.toFixed(1)}`);
      }
    });
  }
  expect(alike).toEqual([]);
});
