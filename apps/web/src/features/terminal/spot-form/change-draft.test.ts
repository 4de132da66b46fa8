import { describe, expect, it } from 'vitest';
import { changeDraft } from '../../desk/order-form/change-draft.ts';
import { EMPTY_DRAFT, type OrderDraft } from '../../desk/order-form/draft.ts';
import { SPOT_RULES } from './spot-rules.ts';
import type { SpotMarket } from './spot-sums.ts';
import { INSTRUMENT } from './testing/instrument.ts';

const MARKET: SpotMarket = {
  instrument: INSTRUMENT,
  last: '50000',
  availableBase: '2',
  availableQuote: '100000',
};

function change(typed: Partial<OrderDraft>, patch: Partial<OrderDraft>) {
  return changeDraft(SPOT_RULES, { ...EMPTY_DRAFT, price: '49000', ...typed }, patch, MARKET);
}

describe('a draft whose side is switched', () => {
  it('keeps what is right for both sides', () => {
    const typed = { kind: 'trigger', trigger: '51000', size: '0.5', force: 'ioc' } as const;
    const expected = { ...EMPTY_DRAFT, side: 'sell', price: '49000', ...typed };
    expect(change(typed, { side: 'sell' })).toEqual(expected);
  });

  it('loses exits that would be on the wrong side of its price', () => {
    const exits = { attach: true, takeProfit: '51000', stopLoss: '48000' };
    expect(change(exits, { side: 'sell' })).toMatchObject({ takeProfit: '', stopLoss: '' });
    expect(change({ attach: true, takeProfit: '51000' }, { price: '49500' }).takeProfit).toBe(
      '51000',
    );
  });

  it('loses a size that counts another coin, or that it does not have', () => {
    expect(change({ kind: 'market', size: '500' }, { side: 'sell' }).size).toBe('');
    expect(change({ kind: 'market', size: '0.1' }, { side: 'sell' }).size).toBe('');
    expect(change({ kind: 'market', size: '500' }, { side: 'buy', kind: 'limit' }).size).toBe('');
    expect(change({ size: '2.1' }, { side: 'sell' }).size).toBe('');
    expect(change({ size: '1.9' }, { side: 'sell' }).size).toBe('1.9');
  });

  it('has the last price in place of one beyond its band, and no stop on the wrong side', () => {
    expect(change({ price: '40000' }, { side: 'sell' }).price).toBe('50000');
    const oco = { kind: 'oco', trigger: '51000' } as const;
    expect(change(oco, { side: 'sell' }).trigger).toBe('');
  });
});
