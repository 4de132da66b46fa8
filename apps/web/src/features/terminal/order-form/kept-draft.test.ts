import { describe, expect, it } from 'vitest';
import { CONTRACT_DRAFT, EMPTY_DRAFT } from '../../futures/form/contract-draft.ts';
import { DRAFT, type Draft, emptyDraft } from './draft.ts';
import { afterOrder, isDraft, isTyped, withoutPrices } from './kept-draft.ts';

describe('a kept draft', () => {
  it('has every field of the form, of its type', () => {
    expect(isDraft(DRAFT, emptyDraft('sell'))).toBe(true);
    expect(isDraft(DRAFT, { ...emptyDraft('sell'), size: 5 })).toBe(false);
    const { stopLoss: _gone, ...older } = emptyDraft('buy');
    expect(isDraft(DRAFT, older)).toBe(false);
    expect(isDraft(DRAFT, { ...emptyDraft('buy'), kind: 'iceberg' })).toBe(false);
    expect(isDraft(DRAFT, null)).toBe(false);
  });

  it('is worth keeping once a person has typed more than the price', () => {
    expect(isTyped(DRAFT, { ...emptyDraft('buy'), price: '5' })).toBe(false);
    expect(isTyped(DRAFT, { ...emptyDraft('buy'), size: '1' })).toBe(true);
    expect(isTyped(DRAFT, { ...emptyDraft('buy'), takeProfit: '7' })).toBe(true);
  });

  it('has no price, and none of what goes with one', () => {
    const typed: Draft = {
      ...emptyDraft('sell'),
      ...({ kind: 'oco', force: 'ioc' } as const),
      ...{ price: '5', size: '1', trigger: '4', stopPrice: '3', callback: '2' },
      ...{ attach: true, takeProfit: '7', stopLoss: '8' },
    };
    const kept = { kind: 'oco', size: '1', callback: '2', force: 'ioc' };
    expect(withoutPrices(DRAFT, typed)).toEqual({ ...emptyDraft('sell'), ...kept });
    const contract = { ...EMPTY_DRAFT, kind: 'trigger', size: '1', reduceOnly: true } as const;
    const prices = { price: '5', trigger: '4', attach: true, takeProfit: '7', stopLoss: '8' };
    expect(withoutPrices(CONTRACT_DRAFT, { ...contract, ...prices })).toEqual(contract);
  });

  it('is not worth keeping for its prices alone', () => {
    const priced = { ...emptyDraft('buy'), trigger: '4', takeProfit: '7' };
    expect(isTyped(DRAFT, withoutPrices(DRAFT, priced))).toBe(false);
  });

  it('leaves nothing of an accepted order but its side, its kind and its terms', () => {
    const terms = { kind: 'trigger', force: 'fok', execution: 'market' } as const;
    const numbers = { price: '5', size: '1', trigger: '4', stopPrice: '3', callback: '2' };
    const exits = { attach: true, takeProfit: '7', stopLoss: '8' };
    const sent = { ...emptyDraft('sell'), ...terms, ...numbers, ...exits };
    expect(afterOrder(DRAFT, sent)).toEqual({ ...emptyDraft('sell'), ...terms });
    const contract = { ...EMPTY_DRAFT, kind: 'trailing', unit: 'cost', size: '1', callback: '2' };
    const left = afterOrder(CONTRACT_DRAFT, { ...contract, ...exits } as typeof EMPTY_DRAFT);
    expect(left).toEqual({ ...EMPTY_DRAFT, kind: 'trailing', unit: 'cost' });
  });

  it('of a contract is told from one of a pair', () => {
    const typed = { ...EMPTY_DRAFT, unit: 'cost', size: '5' } as const;
    expect(isDraft(CONTRACT_DRAFT, typed)).toBe(true);
    expect(isTyped(CONTRACT_DRAFT, typed)).toBe(true);
    expect(isTyped(CONTRACT_DRAFT, { ...EMPTY_DRAFT, price: '5' })).toBe(false);
    expect(isDraft(CONTRACT_DRAFT, emptyDraft('buy'))).toBe(false);
    expect(isDraft(CONTRACT_DRAFT, { ...typed, unit: 'lots' })).toBe(false);
  });
});
