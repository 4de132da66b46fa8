import { expect, it } from 'vitest';
import { noticeAccount, ofOrder } from './notice-text.ts';

const t = ((id: string) => id) as never;

it('an order is told with its account: the same words are said of all', () => {
  expect(ofOrder({ kind: 'filled' })).toBe(true);
  expect(ofOrder({ kind: 'transfer' })).toBe(false);
  const named = (['spot', 'futures', 'crossed', 'isolated'] as const).map((account) =>
    noticeAccount(t, { account }),
  );
  expect(new Set(named).size).toBe(4);
});
