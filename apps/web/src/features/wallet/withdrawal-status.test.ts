/** What the page says of withdrawals whose money is here again. */
import { expect, it } from 'vitest';
import { walletStatus } from './withdrawal-status.ts';

const TRANSACTION = 'ab'.repeat(32);

it.each([
  ['pending_review', '9', 'wallet.status.review'],
  ['pending', TRANSACTION, 'wallet.status.pending'],
  ['success', TRANSACTION, 'wallet.status.success'],
  ['reject', '9', 'wallet.status.refused'],
  ['fail', '9', 'wallet.status.cancelled'],
  ['fail', TRANSACTION, 'wallet.status.failed'],
] as const)('%s of %s is %s', (status, tradeId, message) => {
  expect(walletStatus({ status, tradeId, orderId: '9' })).toBe(message);
});
