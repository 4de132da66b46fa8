import { describe, expect, it } from 'vitest';
import { emptyDraft } from './draft.ts';
import { isDraft, isTyped } from './kept-draft.ts';

describe('a kept draft', () => {
  it('has every field of the form, of its type', () => {
    expect(isDraft(emptyDraft('sell'))).toBe(true);
    expect(isDraft({ ...emptyDraft('sell'), size: 5 })).toBe(false);
    const { stopLoss: _gone, ...older } = emptyDraft('buy');
    expect(isDraft(older)).toBe(false);
    expect(isDraft({ ...emptyDraft('buy'), kind: 'iceberg' })).toBe(false);
    expect(isDraft(null)).toBe(false);
  });

  it('is worth keeping once a person has typed more than the price', () => {
    expect(isTyped({ ...emptyDraft('buy'), price: '5' })).toBe(false);
    expect(isTyped({ ...emptyDraft('buy'), size: '1' })).toBe(true);
    expect(isTyped({ ...emptyDraft('buy'), takeProfit: '7' })).toBe(true);
  });
});
