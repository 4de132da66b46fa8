/** The arithmetic of receipts with numbers that can be worked out by hand, and what a file must be. */
import { describe, expect, test } from 'vitest';
import { ORDER_RECEIPT_FILLS_MAX } from '../limits.ts';
import { parseReceiptFile, ReceiptError, receiptDifferences } from './read-receipt.ts';
import type {
  DebtReceipt,
  FillReceipt,
  FundingReceipt,
  InterestReceipt,
  LiquidationReceipt,
  MarginLiquidationReceipt,
  OrderReceipt,
  PositionReceipt,
  Receipt,
} from './receipt.ts';
import { receiptLines } from './receipt-lines.ts';

const HEAD = {
  version: 1,
  exchange: 'x',
  venue: 'live',
  user: '1000000016',
  account: 'spot',
  seq: 9,
  time: 1_790_000_000_000,
} as const;
const FILL: FillReceipt = {
  ...HEAD,
  kind: 'fill',
  trade: '1200000000000000007',
  product: 'spot',
  symbol: 'BTCUSDT',
  base: 'BTC',
  coin: 'USDT',
  side: 'sell',
  role: 'maker',
  price: '60000.5',
  size: '0.001',
  value: '60.0005',
  rate: '0.001',
  fee: '0.0600005',
  feeCoin: 'USDT',
  digits: 8,
  profit: null,
  net: '59.9404995',
};
const FUNDING: FundingReceipt = {
  ...HEAD,
  kind: 'funding',
  symbol: 'BTCUSDT',
  round: 3,
  side: 'long',
  size: '0.0003',
  mark: '333.3',
  rate: '0.00012345',
  amount: '-0.00001235',
  coin: 'USDT',
  digits: 8,
};
const INTEREST: InterestReceipt = {
  ...HEAD,
  kind: 'interest',
  symbol: '',
  principal: '100',
  rate: '0.05',
  hours: 1,
  amount: '0.00057078',
  coin: 'USDT',
  digits: 8,
};
const STEP: LiquidationReceipt = {
  ...HEAD,
  kind: 'liquidation',
  symbol: 'BTCUSDT',
  side: '',
  marginMode: 'crossed',
  mark: '100',
  excess: '-0.0001',
  closed: '2',
  deleveraged: '0',
  limit: '90',
  value: '190',
  rate: '0.005',
  fee: '0.95',
  paidByFund: '0',
  coin: 'USDT',
  digits: 2,
};

const ORDER: OrderReceipt = {
  ...HEAD,
  kind: 'order',
  order: '1200000000000000003',
  product: 'spot',
  symbol: 'BTCUSDT',
  base: 'BTC',
  coin: 'USDT',
  side: 'buy',
  ended: 'cancelled',
  fills: [
    [9, '1200000000000000007', 'taker', '100', '0.1', '10', '0.0001', '0'],
    [12, '1200000000000000009', 'maker', '99', '0.2', '19.8', '0.0002', '0'],
  ],
  filled: '0.3',
  value: '29.8',
  fee: '0.0003',
  feeCoin: 'BTC',
  profit: null,
  net: '0.2997',
};
const CLOSED: PositionReceipt = {
  ...HEAD,
  kind: 'position',
  position: '1200000000000000028',
  opened: '1200000000000000007',
  closedAt: 1_790_000_100_000,
  symbol: 'BTCUSDT',
  side: 'short',
  profit: '12.5',
  fees: '0.4',
  funding: '-0.1',
  net: '12',
  coin: 'USDT',
};

const holds = (receipt: Receipt) => receiptLines(receipt).every((line) => line.holds);
const results = (receipt: Receipt) => receiptLines(receipt).map(({ result }) => result);

describe('lines of receipts', () => {
  test('of a fill: what was received times the rate, rounded down', () => {
    expect(results(FILL)).toEqual(['60.0005', '0.0600005', '59.9404995']);
    expect(holds(FILL)).toBe(true);
    const bought = {
      ...FILL,
      side: 'buy',
      feeCoin: 'BTC',
      fee: '0.000001',
      net: '0.000999',
    } as const;
    expect([results(bought)[1], holds(bought)]).toEqual(['0.000001', true]);
    expect(holds({ ...FILL, digits: 4, fee: '0.06', net: '59.9405' })).toBe(true);
    for (const wrong of [
      { fee: '0.0600006' },
      { price: '60000.6' },
      { value: '60' },
      { net: '0' },
    ]) {
      expect(holds({ ...FILL, ...wrong }), JSON.stringify(wrong)).toBe(false);
    }
    // A fee in the other coin is none of what was received.
    expect(holds({ ...FILL, feeCoin: 'BTC' })).toBe(false);
  });

  test('of a fill of a contract: the value times the rate, off what it realised', () => {
    const contract = { ...FILL, product: 'futures', profit: '-1', net: '-1.0600005' } as const;
    expect(holds(contract)).toBe(true);
    expect(receiptLines({ ...contract, rate: null }).map(({ name }) => name)).toEqual([
      'value',
      'profitNet',
    ]);
  });

  test('of an order: the sums of its fills, each worth its price times its size', () => {
    expect(results(ORDER)).toEqual(['0.3', '29.8', '99.33333333', '0.0003', '0.2997']);
    expect(holds(ORDER)).toBe(true);
    const [first, second] = ORDER.fills;
    for (const wrong of [
      { fills: [first!] },
      { filled: '0.31' },
      { value: '29.7' },
      { fee: '0.0002' },
      { net: '0.3' },
      { feeCoin: 'USDT' },
      { fills: [first!, [...second!.slice(0, 3), '98', ...second!.slice(4)]] },
    ]) {
      const told = { ...ORDER, ...wrong } as OrderReceipt;
      expect(holds(told), JSON.stringify(wrong)).toBe(false);
    }
    const sold = { ...ORDER, side: 'sell', feeCoin: 'USDT', net: '29.7997' } as const;
    expect(holds(sold)).toBe(true);
    const nothing = { fills: [], filled: '0', value: '0', fee: '0', net: '0' };
    expect([results({ ...ORDER, ...nothing }), holds({ ...ORDER, ...nothing })]).toEqual([
      ['0', '0', '0', '0'],
      true,
    ]);
  });

  test('of a position: what it realised, less fees, with funding', () => {
    expect([results(CLOSED), holds(CLOSED)]).toEqual([['12'], true]);
    expect(receiptLines(CLOSED)[0]?.sum).toBe('12.5 − 0.4 − 0.1');
    expect(holds({ ...CLOSED, fees: '0.5' })).toBe(false);
  });

  test('of a funding: who pays rounds up, who receives down, by the sign of the rate', () => {
    expect(results(FUNDING)).toEqual(['0.09999', '-0.00001235']);
    expect(holds(FUNDING)).toBe(true);
    expect(holds({ ...FUNDING, side: 'short', amount: '0.00001234' })).toBe(true);
    expect(holds({ ...FUNDING, rate: '-0.00012345', amount: '0.00001234' })).toBe(true);
    expect(holds({ ...FUNDING, amount: '0.00001235' })).toBe(false);
  });

  test('of interest: an hour of the yearly rate, rounded up, as often as hours passed', () => {
    expect(results(INTEREST)).toEqual(['0.00057078']);
    expect(holds(INTEREST)).toBe(true);
    expect(holds({ ...INTEREST, hours: 3, amount: '0.00171234' })).toBe(true);
    expect(holds({ ...INTEREST, hours: 0, amount: '0' })).toBe(false);
  });

  test('of a debt: interest is paid back before the principal', () => {
    const debt: DebtReceipt = {
      ...HEAD,
      kind: 'debt',
      cause: 'repaid',
      symbol: 'BTCUSDT',
      coin: 'USDT',
      principal: ['10', '-2', '8'],
      interest: ['0.5', '-0.5', '0'],
    };
    expect([results(debt), holds(debt)]).toEqual([['8', '0'], true]);
    expect(holds({ ...debt, principal: ['10', '0', '10'], interest: ['0.5', '-0.4', '0.1'] })).toBe(
      true,
    );
    expect(holds({ ...debt, interest: ['0.5', '-0.4', '0.1'] })).toBe(false);
    expect(holds({ ...debt, principal: ['10', '-2', '7'] })).toBe(false);
    const lent = { ...debt, cause: 'borrowed', principal: ['8', '2', '10'] } as const;
    expect(holds({ ...lent, interest: ['0.5', '0', '0.5'] })).toBe(true);
  });

  test('of liquidations: something was missing, and the fee is at most its rate', () => {
    expect(results(STEP)).toEqual(['-0.0001', '0.95']);
    expect(holds(STEP)).toBe(true);
    expect(holds({ ...STEP, fee: '0.1' })).toBe(true);
    expect(holds({ ...STEP, fee: '0.96' })).toBe(false);
    expect(holds({ ...STEP, excess: '0' })).toBe(false);
    const margin: MarginLiquidationReceipt = {
      ...HEAD,
      kind: 'marginLiquidation',
      symbol: '',
      equity: '1.5',
      keeps: '1.6',
      fee: '0',
      paidByFund: '0',
      lostByPools: '0',
      ended: true,
      coin: 'USDT',
    };
    expect([results(margin), holds(margin)]).toEqual([['-0.1'], true]);
    expect(holds({ ...margin, equity: '1.6' })).toBe(false);
  });
});

describe('files', () => {
  test('are read as they were written, and differ by the names of their fields', () => {
    for (const receipt of [FILL, ORDER, CLOSED, FUNDING, INTEREST, STEP]) {
      expect(parseReceiptFile(JSON.stringify(receipt)).receipt).toEqual(receipt);
    }
    expect(receiptDifferences(FILL, { ...FILL, fee: '1', seq: 8 })).toEqual([
      'seq: 9, but it is 8',
      'fee: "0.0600005", but it is "1"',
    ]);
    expect(receiptDifferences({ ...FILL, rate: null }, FILL)).toEqual([]);
  });

  test('that cannot be worked with are refused by field', () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ version: 2 }, 'version'],
      [{ kind: 'gift' }, 'kind'],
      [{ kind: 'toString' }, 'kind'],
      [{ seq: 0 }, 'seq'],
      [{ user: '16' }, 'user'],
      [{ account: 'pool' }, 'account'],
      [{ price: '1e9' }, 'price'],
      [{ price: '0x10' }, 'price'],
      [{ size: `0.${'1'.repeat(40)}` }, 'size'],
      [{ digits: 400 }, 'digits'],
      [{ fee: 1 }, 'fee'],
      [{ more: 1 }, 'more'],
    ];
    for (const [change, field] of wrong) {
      const read = () => parseReceiptFile(JSON.stringify({ ...FILL, ...change }));
      expect(read, field).toThrow(ReceiptError);
      expect(read, field).toThrow(field);
    }
    const [fill] = ORDER.fills;
    const many = Array.from({ length: ORDER_RECEIPT_FILLS_MAX + 1 }, () => fill);
    for (const fills of [many, [fill?.slice(1)], [[...fill!.slice(0, 7), 'much']], 'none']) {
      expect(() => parseReceiptFile(JSON.stringify({ ...ORDER, fills }))).toThrow('fills');
    }
    expect(() => parseReceiptFile('null')).toThrow(ReceiptError);
  });
});
