/**
 * Whatever a page says of a position is of one moment: bar, row, account box, chart and an open dialog
 * show the same mark and profit in every frame while prices move and the position grows.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContractDeskPage } from '../support/contract-desk-page.ts';

const SYMBOL = 'BTCUSDT';
/** How long the page is looked at, ms. */
const LOOK_MS = 10_000;

/** What the places said in one frame; a place that is not there says nothing. */
interface Frame {
  readonly marks: Readonly<Record<string, number>>;
  readonly profits: Readonly<Record<string, number>>;
}

let desk: ContractDeskPage;

beforeAll(async () => {
  desk = await ContractDeskPage.open(SYMBOL);
  await desk.order('maker', { side: 'sell', price: desk.at(0.1), size: '50' });
  await desk.order('maker', { side: 'buy', price: desk.at(-0.1), size: '50' });
  await desk.order('ada', { side: 'buy', price: desk.at(0.1), size: '0.5' });
});

afterAll(() => desk?.close());

/** Samples the page at each frame: text, as it runs in the page. Profits are cut to two decimals. */
const sampleOf = (lookMs: number) => String.raw`new Promise((resolve) => {
  const figure = (root, label) =>
    [...document.querySelectorAll(root + ' dt')].find((term) => term.textContent === label)
      ?.nextElementSibling?.textContent;
  const number = (text) => {
    const found = /[-+]?[\d,]+(\.\d{1,2})?/.exec(text ?? '');
    return found === null ? null : Number(found[0].replaceAll(',', ''));
  };
  const known = (places) =>
    Object.fromEntries(Object.entries(places).filter(([, value]) => value !== null));
  const cell = (index) =>
    document.querySelector(
      '.positions table tbody tr td:nth-child(' + index + ') .figure-pair span',
    )?.textContent;
  const label = () => document.querySelector('[data-line$=entry] .chart-line-label')?.textContent;
  const frames = [];
  const end = performance.now() + ${lookMs};
  const look = () => {
    frames.push({
      marks: known({
        bar: number(figure('.bar', 'Mark price')),
        row: number(cell(4)),
        dialog: number(figure('dialog', 'Mark price')),
      }),
      profits: known({
        row: number(cell(6)),
        account: number(figure('.account-box', 'Unrealised profit')),
        chart: number(/· (.*)$/.exec(label() ?? '')?.[1]),
        dialog: number(figure('dialog', 'Unrealised profit')),
      }),
    });
    if (performance.now() < end) requestAnimationFrame(look);
    else resolve(frames);
  };
  requestAnimationFrame(look);
})`;

/** Moves prices, and now and then the size of the position, until it is told to stop. */
async function traffic(isOver: () => boolean): Promise<void> {
  for (let round = 0; !isOver(); round += 1) {
    const percent = 0.08 * Math.sin(round / 3);
    await desk.exchange.index(SYMBOL, Math.round(Number(desk.at(percent))));
    if (round % 15 === 7) {
      await desk.order('ada', { side: 'buy', price: desk.at(0.1), size: '0.0001' });
    }
    await desk.traders.maker.call('market.tickers', { symbol: SYMBOL });
  }
}

test.each([
  ['Close', LOOK_MS],
  ['Take profit and stop loss', LOOK_MS / 2],
  ['Change margin', LOOK_MS / 2],
])('marks and profits agree in every frame, and in the dialog: %s', async (action, lookMs) => {
  const { page } = desk;
  await page.goto(`/futures/usdt/${SYMBOL}`);
  const positions = await desk.list(/^Positions \(1\)/);
  await positions
    .getByText(/^[\d.]+ BTC$/)
    .first()
    .waitFor();
  await page.locator('.chart-line[data-line$=entry]').waitFor({ state: 'attached' });
  await positions.getByRole('button', { name: `${action} ${SYMBOL}`, exact: true }).click();
  await page.getByRole('dialog', { name: action }).waitFor();
  let over = false;
  const moving = traffic(() => over);
  const frames = await page.evaluate<readonly Frame[]>(sampleOf(lookMs));
  over = true;
  await moving;
  const places = Object.entries(frames.at(-1)?.profits ?? {}).map(([place]) => place);
  expect(places).toEqual(['row', 'account', 'chart', 'dialog']);
  expect(Object.keys(frames.at(-1)?.marks ?? {})).toEqual(['bar', 'row', 'dialog']);
  const differ = frames.filter(({ marks, profits }) =>
    [marks, profits].some((said) => new Set(Object.values(said)).size > 1),
  );
  expect(differ.slice(0, 3)).toEqual([]);
  // They move, and so does the dialog.
  const seen = new Set(frames.map(({ marks }) => marks['dialog']));
  expect(seen.size).toBeGreaterThan(5);
});

test('the sums beside the book follow it while the pointer rests', async () => {
  const { page } = desk;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const row = page.locator('.book-bids .book-row').first();
  await row.hover();
  const sum = page.locator('.book-card [data-part=base]');
  const before = await sum.textContent();
  await desk.order('maker', { side: 'buy', price: desk.at(-0.1), size: '7' });
  await expect.poll(() => sum.textContent()).not.toBe(before);
  const both = () => Promise.all([sum.textContent(), row.locator('.book-total').textContent()]);
  await expect.poll(async () => new Set(await both()).size).toBe(1);
});

test('they are those of the row in every frame while the pointer moves and own orders come too', async () => {
  const { page } = desk;
  const row = page.locator('.book-bids .book-row').first();
  const box = await row.boundingBox();
  if (box === null) throw new Error('the book shows no bids');
  await row.hover();
  const sampled = page.evaluate<{ frames: number; differ: string[] }>(`new Promise((resolve) => {
    const differ = [];
    const end = performance.now() + 3_000;
    let frames = 0;
    const look = () => {
      frames += 1;
      const row = document.querySelector('.book-bids .book-row .book-total').textContent;
      const card = document.querySelector('.book-card:not([hidden]) [data-part=base]')?.textContent;
      if (row !== card) differ.push(row + ' in the row, ' + card + ' beside it');
      if (performance.now() < end) requestAnimationFrame(look);
      else resolve({ frames, differ });
    };
    requestAnimationFrame(look);
  })`);
  let isOver = false;
  const trades = async () => {
    for (let placed = 1; !isOver; placed += 1) {
      // Own orders mark their level, which takes nothing from the page either.
      const who = placed % 25 === 0 ? 'ada' : 'maker';
      const size = `0.000${(placed % 5) + 1}`;
      await desk.order(who, { side: 'buy', price: desk.at(-0.1), size });
      // An account may have 500 orders in a contract.
      await pause(10);
    }
  };
  const moves = async () => {
    for (let step = 0; !isOver; step = (step + 1) % 40) {
      await page.mouse.move(box.x + 20 + step, box.y + box.height / 2);
    }
  };
  const under = [trades(), moves()];
  const { frames, differ } = await sampled;
  isOver = true;
  await Promise.all(under);
  expect(frames).toBeGreaterThan(10);
  expect(differ).toEqual([]);
});
