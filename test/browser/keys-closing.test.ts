/** Keys that close: positions of contracts on both sides, and what a margin account holds. */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { ContractDeskPage, contract } from '../support/contract-desk-page.ts';
import { MarginDeskPage } from '../support/margin-desk-page.ts';

const BTC = contract('BTCUSDT');
const PAIR = { symbol: 'BTCUSDT' } as const;
/** Not faster than an account may read in a second. */
const OFTEN = { interval: 200 };

let desk: { close(): Promise<void> } | null = null;
afterEach(() => desk?.close());

async function arm(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Arm keys' }).waitFor();
  await page.keyboard.press('Shift+A');
  await page.locator('.desk-arm[aria-checked="true"]').waitFor();
}

test('half of a long position of contracts is closed, then all of a short one', async () => {
  const contracts = await ContractDeskPage.open('BTCUSDT');
  desk = contracts;
  const { page, traders } = contracts;
  const quote = (side: 'buy' | 'sell') =>
    contracts.order('maker', { side, price: contracts.at(side === 'buy' ? -0.1 : 0.1), size: '5' });
  await quote('sell');
  await quote('buy');
  const held = async () => {
    const [position] = await traders.ada.call('mix.singlePosition', BTC);
    return position === undefined ? '' : `${position.holdSide} ${Number(position.total)}`;
  };
  await page.goto('/futures/usdt/BTCUSDT');
  await contracts.order('ada', { side: 'buy', price: contracts.at(0.1), size: '0.6' });
  await page.getByRole('tab', { name: 'Positions (1)' }).waitFor();
  await arm(page);
  // A second press closes no more than the first.
  await page.keyboard.press('h');
  await page.keyboard.press('h');
  await expect.poll(held, OFTEN).toBe('long 0.3');
  await contracts.order('ada', { side: 'sell', price: contracts.at(-0.1), size: '0.8' });
  await expect.poll(held, OFTEN).toBe('short 0.5');
  await (await contracts.list(/^Positions \(1\)/)).getByText('0.5 BTC').first().waitFor();
  await page.keyboard.press('c');
  await expect.poll(held, OFTEN).toBe('');
});

test('a margin account sells what it holds and pays back; what it owes no key buys back', async () => {
  const margins = await MarginDeskPage.open();
  desk = margins;
  const { ada, page } = { ada: margins.ada, page: margins.page };
  const move = { fromType: 'spot', coin: 'USDT', amount: '9000' } as const;
  await ada.call('account.transfer', { ...move, toType: 'crossed_margin' });
  await margins.quote('sell', margins.at(0), '5');
  await margins.quote('buy', margins.at(-0.1), '5');
  const order = { ...PAIR, orderType: 'limit', force: 'gtc', loanType: 'autoLoan' } as const;
  const coins = async (coin: string) => {
    const rows = await ada.call('crossed.assets', { coin });
    return rows.map(({ available, borrow }) => [Number(available) >= 0.00001, Number(borrow) > 0]);
  };
  await page.goto('/spot/BTCUSDT?account=cross');
  await ada.call('crossed.placeOrder', {
    ...order,
    side: 'buy',
    price: margins.at(0),
    baseSize: '0.2',
  });
  await expect.poll(() => coins('BTC'), OFTEN).toEqual([[true, false]]);
  expect(await coins('USDT')).toEqual([[expect.any(Boolean), true]]);
  await page.locator('.margin-holdings, .table').getByText('0.1998').first().waitFor();
  await arm(page);
  await page.keyboard.press('c');
  await expect.poll(() => coins('BTC'), OFTEN).toEqual([[false, false]]);
  await expect.poll(() => coins('USDT'), OFTEN).toEqual([[true, false]]);
  await ada.call('crossed.placeOrder', {
    ...order,
    side: 'sell',
    price: margins.at(-0.1),
    baseSize: '0.1',
  });
  await expect.poll(() => coins('BTC'), OFTEN).toEqual([[false, true]]);
  await page.locator('.margin-holdings, .table').getByText('0.1000001').first().waitFor();
  await page.keyboard.press('c');
  await page.locator('.toast', { hasText: 'There is nothing to close.' }).waitFor();
  expect(await coins('BTC')).toEqual([[false, true]]);
});
