import { describe, expect, it } from 'vitest';
import {
  afterOrder,
  EMPTY_DRAFT,
  isDraft,
  isTyped,
  type OrderDraft,
  withoutPrices,
} from './draft.ts';
import { FORM_KINDS } from './form-kinds.ts';

const KINDS = FORM_KINDS.spot;
const TYPED: OrderDraft = {
  ...EMPTY_DRAFT,
  ...({ side: 'sell', kind: 'oco', force: 'ioc', unit: 'cost' } as const),
  ...{ price: '5', size: '1', trigger: '4', stopPrice: '3', callback: '2', reduceOnly: true },
  ...{ attach: true, takeProfit: '7', stopLoss: '8' },
};

describe('a kept draft', () => {
  it('has every field of a form, of its type', () => {
    expect(isDraft(TYPED, KINDS)).toBe(true);
    expect(isDraft({ ...EMPTY_DRAFT, size: 5 }, KINDS)).toBe(false);
    const { stopLoss: _gone, ...older } = EMPTY_DRAFT;
    expect(isDraft(older, KINDS)).toBe(false);
    expect(isDraft({ ...EMPTY_DRAFT, kind: 'iceberg' }, KINDS)).toBe(false);
    expect(isDraft({ ...EMPTY_DRAFT, unit: 'lots' }, KINDS)).toBe(false);
    expect(isDraft(null, KINDS)).toBe(false);
  });

  it('is of a kind that its form places', () => {
    expect(isDraft(TYPED, ['limit', 'market'])).toBe(false);
    expect(isDraft(EMPTY_DRAFT, ['limit', 'market'])).toBe(true);
  });

  it('is worth keeping once a person has typed more than the price', () => {
    expect(isTyped({ ...EMPTY_DRAFT, price: '5' })).toBe(false);
    expect(isTyped({ ...EMPTY_DRAFT, size: '1' })).toBe(true);
    expect(isTyped({ ...EMPTY_DRAFT, takeProfit: '7' })).toBe(true);
    expect(isTyped({ ...EMPTY_DRAFT, attach: true })).toBe(true);
  });

  it('has no price, and none of what goes with one', () => {
    const gone = { price: '', trigger: '', stopPrice: '', takeProfit: '', stopLoss: '' };
    expect(withoutPrices(TYPED)).toEqual({ ...TYPED, ...gone, attach: false });
  });

  it('is not worth keeping for its prices alone', () => {
    const priced = { ...EMPTY_DRAFT, trigger: '4', takeProfit: '7', attach: true };
    expect(isTyped(withoutPrices(priced))).toBe(false);
  });

  it('leaves nothing of an accepted order but its side, its kind and its terms', () => {
    const terms = { side: 'sell', kind: 'oco', force: 'ioc', unit: 'cost', reduceOnly: true };
    expect(afterOrder(TYPED)).toEqual({ ...EMPTY_DRAFT, ...terms });
  });
});
