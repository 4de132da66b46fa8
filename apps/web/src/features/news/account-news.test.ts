import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FillRows, OrderRows } from '../../data/state/account-stream.ts';

const said: [text: string, id: unknown][] = [];
vi.mock('../../components/toast.tsx', () => ({
  toast: (_type: string, text: string, _action: unknown, id: unknown) => said.push([text, id]),
}));

const { notifyFill, notifyPlaced, notifyOrders, notifyFills, notifyUnlessFilled, toldHere } =
  await import('./account-news.ts');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const t = ((id: string) => id) as never;
const of = (orderId: string) => ({ orderId, side: 'buy', size: '1', coin: 'BTC' });

test('what is said of an order takes the place of what was said of it', () => {
  notifyPlaced(t, 'limit', of('1'));
  notifyFill(t, { ...of('1'), price: '5' });
  expect(said.splice(0)).toEqual([
    ['order.placed', '1'],
    ['order.filled', '1'],
  ]);
});

test('an order that was filled before the answer came is not told as placed', () => {
  notifyFill(t, { ...of('2'), price: '5' });
  notifyPlaced(t, 'limit', of('2'));
  expect(said.splice(0)).toEqual([['order.filled', '2']]);
});

test('an order of another kind is told by its kind', () => {
  notifyPlaced(t, 'oco', of('4'));
  expect(said.splice(0)).toEqual([['order.planPlaced', '4']]);
});

test('a market order that no stream tells of is told as placed, once, and its fill takes the place', () => {
  notifyPlaced(t, 'market', of('3'));
  expect(said).toEqual([]);
  vi.runAllTimers();
  notifyFill(t, { ...of('3'), price: '5' });
  expect(said.splice(0)).toEqual([
    ['order.planPlaced', '3'],
    ['order.filled', '3'],
  ]);
});

/** A row of the stream of orders, of which only this is read. */
const orderRow = (row: Partial<OrderRows[number]>) => row as OrderRows[number];

test('a market order that was told as filled, or as ended without a fill, is not told as placed', () => {
  notifyPlaced(t, 'market', of('5'));
  notifyPlaced(t, 'market', of('6'));
  notifyFill(t, { ...of('5'), price: '5' });
  const row = { orderId: '6', instId: 'BTCUSDT', side: 'buy', accBaseVolume: '0' } as const;
  const cancelled = { ...row, orderType: 'market', status: 'canceled' } as const;
  notifyOrders([orderRow(cancelled)], { t, known: undefined });
  vi.runAllTimers();
  expect(said.splice(0)).toEqual([
    ['order.filled', '5'],
    ['notices.cancelled', '6'],
  ]);
});

test('what a page tells itself, as of a conversion, is not told again as a fill', () => {
  const fill = { symbol: 'BTCUSDT', side: 'buy', size: '1', priceAvg: '5' } as const;
  const known = { t, known: undefined };
  void toldHere(['convert:a'], async () => {});
  notifyOrders([orderRow({ orderId: '7', clientOid: 'convert:a', status: 'filled' })], known);
  const other = { orderId: '8', clientOid: 'convert:of another tab', status: 'filled' } as const;
  notifyOrders([orderRow(other)], known);
  const filled = ['7', '8'].map((orderId) => ({ ...fill, orderId }) as FillRows[number]);
  notifyFills(filled, known);
  expect(said.splice(0)).toEqual([['order.filled', '8']]);
});

test('what a page could not tell is news again', async () => {
  const lost = async () => {
    throw new Error('no answer');
  };
  await expect(toldHere(['convert:b'], lost)).rejects.toThrow('no answer');
  const known = { t, known: undefined };
  const order = { orderId: '10', clientOid: 'convert:b', status: 'filled' } as const;
  notifyOrders([orderRow(order)], known);
  const fill = { symbol: 'BTCUSDT', side: 'buy', size: '1', priceAvg: '5', orderId: '10' } as const;
  notifyFills([fill as FillRows[number]], known);
  expect(said.splice(0)).toEqual([['order.filled', '10']]);
});

test('a position that is closed at a limit is told as closing, unless that is filled at once', () => {
  notifyUnlessFilled('9', 'positions.closing');
  notifyFill(t, { ...of('9'), price: '5' });
  notifyUnlessFilled('9', 'positions.closing');
  expect(said.splice(0)).toEqual([
    ['positions.closing', '9'],
    ['order.filled', '9'],
  ]);
});
