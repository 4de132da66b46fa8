import { describe, expect, it } from 'vitest';
import { CONTRACT_DRAFT, EMPTY_DRAFT } from '../../futures/form/contract-draft.ts';
import { DRAFT, emptyDraft } from './draft.ts';
import { isDraft, isTyped } from './kept-draft.ts';

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

  it('of a contract is told from one of a pair', () => {
    const typed = { ...EMPTY_DRAFT, unit: 'cost', size: '5' } as const;
    expect(isDraft(CONTRACT_DRAFT, typed)).toBe(true);
    expect(isTyped(CONTRACT_DRAFT, typed)).toBe(true);
    expect(isTyped(CONTRACT_DRAFT, { ...EMPTY_DRAFT, price: '5' })).toBe(false);
    expect(isDraft(CONTRACT_DRAFT, emptyDraft('buy'))).toBe(false);
    expect(isDraft(CONTRACT_DRAFT, { ...typed, unit: 'lots' })).toBe(false);
  });
});
