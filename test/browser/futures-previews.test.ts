/**
 * What the dialogs of positions say before something is done is what the exchange has afterwards: closing
 * parts, margin, leverage, turning around, with isolated and with cross margin.
 */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { ContractDeskPage, contract, WIDE } from '../support/contract-desk-page.ts';

const BTC = contract('BTCUSDT');
const ETH = contract('ETHUSDT');

let desk: ContractDeskPage;

beforeAll(async () => {
  desk = await ContractDeskPage.open('BTCUSDT', 'ETHUSDT');
  for (const [symbol, unit] of [
    ['BTCUSDT', 0.01],
    ['ETHUSDT', 0.1],
  ] as const) {
    // Two levels a side: the second one is traded too.
    for (const [side, percent, units] of [
      ['sell', 0.1, 60],
      ['sell', 0.2, 500],
      ['buy', -0.1, 30],
      ['buy', -0.2, 500],
    ] as const) {
      const size = (units * unit).toFixed(2);
      await desk.order('maker', { symbol, side, price: desk.at(percent, symbol), size });
    }
  }
  await desk.traders.ada.call('mix.setMarginMode', { ...ETH, marginMode: 'crossed' });
  await desk.page.goto('/futures/usdt/BTCUSDT');
  await desk.page.getByRole('tab', { name: 'Positions (0)' }).waitFor();
  await desk.order('ada', { side: 'buy', price: desk.at(0.1), size: '0.5' });
  await (await desk.list(/^Positions \(1\)/)).getByText('0.5 BTC').waitFor();
});

afterAll(() => desk?.close());

/** Opens a dialog of a position. */
async function start(action: string, title = action, symbol = 'BTCUSDT'): Promise<Locator> {
  const positions = await desk.list(/^Positions/);
  await positions.getByRole('button', { name: `${action} ${symbol}`, exact: true }).click();
  return desk.page.getByRole('dialog', { name: title });
}

/** Presses the button that ends a dialog, and waits until that is done. */
async function finish(open: Locator, name: string): Promise<void> {
  await open.getByRole('button', { name, exact: true }).last().click();
  await open.waitFor({ state: 'detached' });
}

/** What a dialog says under a name, once it says it: the last of "now → then". */
async function said(open: Locator, label: string): Promise<string> {
  const name = open.page().getByText(label, { exact: true });
  const line = open.locator('.order-figures .order-line').filter({ has: name });
  const text = async () => (await line.locator('dd').textContent()) ?? '';
  await expect.poll(text).toMatch(/\d/);
  return ((await text()).split(' → ').at(-1) ?? '').trim();
}

function numberIn(text: string): number {
  return Number(text.replaceAll(/[^\d.-]/g, ''));
}

async function figures<Name extends string>(
  open: Locator,
  labels: Readonly<Record<Name, string>>,
): Promise<Record<Name, number>> {
  const read = { ...labels } as Record<Name, never>;
  const all: Record<Name, number> = read;
  for (const name of Object.keys(labels) as Name[]) {
    all[name] = numberIn(await said(open, labels[name]));
  }
  return all;
}

/** A position as the exchange has it. */
async function held(names = BTC) {
  const [row] = await desk.traders.ada.call('mix.singlePosition', names);
  return {
    side: row?.holdSide,
    size: Number(row?.total),
    margin: Number(row?.marginSize),
    liquidation: Number(row?.liquidationPrice),
  };
}

/** Sums of the newest order: what its fills realised, and their fees. */
async function traded(names = BTC) {
  const { fillList } = await desk.traders.ada.call('mix.orderFills', names);
  const fills = fillList ?? [];
  const units = (text: string) => Math.round(Number(text) * 1e8);
  const mine = fills.filter(({ orderId }) => orderId === fills[0]?.orderId);
  const sum = (of: (fill: (typeof fills)[number]) => string) =>
    mine.reduce((all, fill) => all + units(of(fill)), 0) / 1e8;
  return {
    fills: mine.length,
    profit: sum(({ profit }) => profit),
    fee: -sum(({ feeDetail }) => feeDetail?.[0]?.totalFee ?? ''),
  };
}

const PREVIEW = { profit: 'Est. profit', fee: 'Est. fee', liquidation: 'Liq. price' } as const;

test('parts are chosen, and closing brings the profit, costs the fee and leaves what was said', async () => {
  const open = await start('Close');
  const size = open.getByRole('textbox', { name: 'Amount' });
  for (const [part, text] of [
    ['25%', '0.125'],
    ['50%', '0.25'],
    ['100%', '0.5'],
    ['75%', '0.375'],
  ] as const) {
    await open.getByRole('button', { name: part, exact: true }).click();
    expect(await size.inputValue()).toBe(text);
    await expect.poll(() => said(open, 'Close Long')).toBe(`${text} BTC`);
  }
  const pressed = open
    .getByRole('group', { name: 'Part of the position' })
    .locator('[aria-pressed=true]');
  expect(await pressed.allTextContents()).toEqual(['75%']);
  expect(await axeFaults(desk.page, { serious: true })).toEqual([]);
  const before = await figures(open, PREVIEW);
  expect(before.profit).toBeLessThan(0);
  await finish(open, 'Close');
  await (await desk.list(/^Positions/)).getByText('0.125 BTC').waitFor();
  const { profit, fee, fills } = await traded();
  expect({ fills, profit, fee }).toEqual({ fills: 2, profit: before.profit, fee: before.fee });
  expect(await held()).toMatchObject({ size: 0.125, liquidation: before.liquidation });
});

test('at a limit the profit is that of its price', async () => {
  const open = await start('Close');
  await open.getByRole('button', { name: 'Limit' }).click();
  const at = async (percent: number) => {
    await open.getByRole('textbox', { name: 'Price' }).fill(desk.at(percent));
    return numberIn(await said(open, 'Est. profit'));
  };
  const [bought, sold] = [Number(desk.at(0.1)), Number(desk.at(0.15))];
  await expect.poll(() => at(0.15)).toBeCloseTo(0.125 * (sold - bought), 6);
  await desk.page.keyboard.press('Escape');
  await open.waitFor({ state: 'detached' });
});

test('the dialog follows the mark and the profit as its row does', async () => {
  const open = await start('Close');
  const profit = () => said(open, 'Unrealised profit');
  const before = await profit();
  await desk.exchange.index('BTCUSDT', Math.round(Number(desk.at(-0.4))));
  await expect.poll(profit).not.toBe(before);
  // The row is behind the dialog.
  const row = desk.page.locator('.positions tbody tr').filter({ hasText: 'BTCUSDT' });
  const both = async () => [await profit(), await said(open, 'Mark price')];
  await expect
    .poll(async () => {
      const [text, shown] = [await row.textContent(), await both()];
      return shown.every((each) => text?.includes(each));
    })
    .toBe(true);
  await desk.exchange.index('BTCUSDT', Math.round(Number(desk.at(0))));
  await desk.page.keyboard.press('Escape');
  await open.waitFor({ state: 'detached' });
});

const MARGIN = { margin: 'Margin', liquidation: 'Liq. price' } as const;

test('margin that is added or taken out makes of the position what was said, and no more is taken', async () => {
  const open = await start('Change margin');
  await open.getByRole('textbox', { name: 'Amount' }).fill('100');
  const now = await held();
  const margin = () => said(open, 'Margin');
  await expect.poll(async () => numberIn(await margin())).toBeCloseTo(now.margin + 100, 6);
  const added = await figures(open, MARGIN);
  expect(added.liquidation).toBeLessThan(now.liquidation);
  const [account] = await desk.traders.ada.call('mix.mixAccounts', { productType: 'USDT-FUTURES' });
  const most = open.locator('.order-line').filter({ hasText: 'Max.' }).getByRole('button');
  expect(numberIn((await most.textContent()) ?? '')).toBeCloseTo(
    Number(account?.maxTransferOut),
    3,
  );
  await finish(open, 'Add');
  expect(await held()).toMatchObject(added);

  const taking = await start('Change margin');
  await taking.getByRole('button', { name: 'Remove', exact: true }).first().click();
  const amount = taking.getByRole('textbox', { name: 'Amount' });
  await amount.fill('5000');
  await taking.getByText(/^At most [\d,.]+ USDT is possible now\.$/).waitFor();
  await amount.fill('50.5');
  await expect
    .poll(async () => numberIn(await said(taking, 'Margin')))
    .toBeCloseTo(added.margin - 50.5, 6);
  const taken = await figures(taking, MARGIN);
  await finish(taking, 'Remove');
  expect(await held()).toMatchObject(taken);

  // All that is spare goes, and nothing is left to take.
  const rest = await start('Change margin');
  await rest.getByRole('button', { name: 'Remove', exact: true }).first().click();
  const spare = rest.locator('.order-line').filter({ hasText: 'Max.' }).getByRole('button');
  await expect.poll(() => spare.textContent()).toMatch(/^[1-9]\d*\.?\d* USDT$/);
  await spare.click();
  // It follows the mark; the engine refuses it, with a 400, when its own is a push ahead of the page's.
  const send = rest.getByRole('button', { name: 'Remove', exact: true }).last();
  await expect
    .poll(async () => {
      if (await rest.isVisible()) await send.click();
      return rest.isVisible();
    })
    .toBe(false);
  const after = await start('Change margin');
  await after.getByRole('button', { name: 'Remove', exact: true }).first().click();
  const left = after.locator('.order-line').filter({ hasText: 'Max.' }).getByRole('button');
  await expect.poll(() => left.textContent()).toMatch(/^0(\.0\d*)? USDT$/);
  await desk.page.keyboard.press('Escape');
  await after.waitFor({ state: 'detached' });
});

/** The dialog of the leverage, at another one. */
async function leverageOf(leverage: string): Promise<Locator> {
  await desk.page.locator('.contract-settings').getByRole('button', { name: 'Leverage' }).click();
  const open = desk.page.getByRole('dialog', { name: /^Leverage of/ });
  await open.getByRole('textbox', { name: 'Leverage' }).fill(leverage);
  return open;
}

test('another leverage moves the margin and the liquidation price as was said, and frees what was said', async () => {
  const before = await held();
  const lower = await leverageOf('10');
  const added = numberIn(await said(lower, 'Added to the position'));
  const liquidation = numberIn(await said(lower, 'Liq. price'));
  await said(lower, 'Can be added after');
  await finish(lower, 'Save');
  const then = await held();
  expect(then.margin).toBeCloseTo(before.margin + added, 6);
  expect(then.liquidation).toBe(liquidation);

  const higher = await leverageOf('50');
  const free = numberIn(await said(higher, 'Can be removed after'));
  expect(numberIn(await said(higher, 'Liq. price'))).toBe(then.liquidation);
  await finish(higher, 'Save');
  expect(await held()).toEqual(then);
  const take = (amount: number) =>
    desk.traders.ada.call('mix.setMargin', {
      ...BTC,
      amount: (-amount).toFixed(4),
      holdSide: 'buy',
    });
  // Reckoned at the mark, which moves on by a little.
  const little = free / 1_000;
  await expect(take(free + little)).rejects.toThrow();
  await take(free - little);
  expect((await held()).margin).toBeCloseTo(then.margin - free + little, 3);
});

test('before the book is there, dialogs say nothing of what would be', async () => {
  const page = await desk.page.context().newPage();
  const came = Promise.withResolvers<void>();
  await page.routeWebSocket(/./, (client) => {
    const server = client.connectToServer();
    server.onMessage(async (message) => {
      if (message.includes('"channel":"books"')) await came.promise;
      client.send(message);
    });
  });
  await page.goto('/futures/usdt/BTCUSDT');
  const actions = page.locator('.position-actions').first();
  const figuresOf = async (name: string) => {
    await actions.getByRole('button', { name: `${name} BTCUSDT`, exact: true }).click();
    return page.getByRole('dialog', { name }).locator('dl.order-figures').last().locator('dd');
  };
  const turned = await figuresOf('Reverse');
  await expect.poll(() => turned.allInnerTexts()).toEqual(new Array(6).fill('–'));
  await page.keyboard.press('Escape');
  const closed = await figuresOf('Close');
  await expect.poll(() => closed.allInnerTexts()).toEqual(new Array(3).fill('–'));
  came.resolve();
  await expect.poll(() => closed.allInnerTexts()).not.toContain('–');
  await page.close();
});

const TURNED = { ...PREVIEW, ...MARGIN } as const;

/** Turns a position around and compares. */
async function turn(symbol: 'BTCUSDT' | 'ETHUSDT', exits: number, after: RegExp): Promise<void> {
  const open = await start('Reverse', 'Reverse', symbol);
  await expect.poll(() => said(open, 'Position after')).toMatch(after);
  const notice = open.getByText(/^TP \/ SL orders of this position that end with it: /);
  expect(await notice.allTextContents()).toEqual(
    exits === 0
      ? []
      : [`TP / SL orders of this position that end with it: ${exits}. The new position has none.`],
  );
  await said(open, 'Cost');
  const before = await figures(open, TURNED);
  await finish(open, 'Reverse');
  await (await desk.list(/^Positions/)).getByRole('row', {
    name: new RegExp(`${symbol} ${after.source}`),
  });
  const names = contract(symbol);
  await expect.poll(async () => (await held(names)).side).toBe('short');
  const { profit, fee, fills } = await traded(names);
  expect({ fills, profit, fee }).toEqual({ fills: 2, profit: before.profit, fee: before.fee });
  const { margin, liquidation } = await held(names);
  expect(liquidation).toBe(before.liquidation);
  // That of a cross position is reckoned at the mark, which moves on by a little.
  const little = symbol === 'ETHUSDT' ? before.margin / 1_000 : 1e-8;
  expect(Math.abs(margin - before.margin)).toBeLessThan(little);
}

test('turning around says cost, fee and what ends with the position; that is what comes', async () => {
  await desk.order('ada', { side: 'buy', price: desk.at(0.2), size: '0.2' });
  for (const [planType, percent] of [
    ['pos_profit', 2],
    ['loss_plan', -1],
  ] as const) {
    await desk.traders.ada.call('mix.placeTpslOrder', {
      ...BTC,
      planType,
      triggerPrice: desk.at(percent),
      triggerType: 'mark_price',
      holdSide: 'buy',
      ...(planType === 'loss_plan' && { size: '0.1' }),
    });
  }
  await desk.page.getByRole('tab', { name: 'Trigger orders (2)' }).waitFor();
  await desk.order('maker', { side: 'buy', price: desk.at(-0.1), size: '0.4' });
  await turn('BTCUSDT', 2, /Short 0\.325 BTC/);
  await desk.page.getByRole('tab', { name: 'Trigger orders (0)' }).waitFor();
});

test('a cross position: its leverage, a part closed, and turned around', async () => {
  const order = { ...ETH, orderType: 'limit', marginMode: 'crossed' } as const;
  const { ada } = desk.traders;
  await ada.call('mix.placeOrder', {
    ...order,
    side: 'buy',
    price: desk.at(0.2, 'ETHUSDT'),
    size: '5',
  });
  await desk.page.goto('/futures/usdt/ETHUSDT');
  await (await desk.list(/^Positions \(2\)/)).getByText('5 ETH').waitFor();
  const lower = await leverageOf('5');
  const out = numberIn(await said(lower, 'Transferable after'));
  await finish(lower, 'Save');
  const [account] = await ada.call('mix.mixAccounts', { productType: 'USDT-FUTURES' });
  expect(Number(account?.maxTransferOut)).toBeCloseTo(out, 6);
  const open = await start('Close', 'Close', 'ETHUSDT');
  await open.getByRole('button', { name: '25%', exact: true }).click();
  await expect.poll(() => said(open, 'Close Long')).toBe('1.25 ETH');
  const before = await figures(open, { profit: 'Est. profit', fee: 'Est. fee' });
  await finish(open, 'Close');
  await (await desk.list(/^Positions/)).getByText('3.75 ETH').waitFor();
  const { profit, fee } = await traded(ETH);
  expect({ profit, fee }).toEqual(before);
  await turn('ETHUSDT', 0, /Short 3\.75 ETH/);
});

test('the dialogs fit a phone', async () => {
  const { page } = desk;
  await page.setViewportSize({ width: 360, height: 780 });
  const card = page.getByRole('list', { name: 'Positions' }).getByRole('listitem').first();
  for (const action of ['Close', 'Reverse'] as const) {
    await card.getByRole('button', { name: new RegExp(`^${action} `) }).click();
    const open = page.getByRole('dialog', { name: action });
    await said(open, 'Est. fee');
    expect(
      await open.evaluate((element) => element.scrollWidth - element.clientWidth),
      action,
    ).toBe(0);
    await page.keyboard.press('Escape');
    await open.waitFor({ state: 'detached' });
  }
  await page.setViewportSize(WIDE);
  const others = desk.complaints.filter((text) => !/status of 400 .*set-margin/.test(text));
  expect(others).toEqual([]);
});
