import { expect, it } from 'vitest';
import { RevocationBus } from './revocations.ts';

it('what ends for a user ends for its sub-accounts too, and for nobody else', () => {
  const bus = new RevocationBus((user) => (user === 16 ? [20, 21] : []));
  const told: unknown[] = [];
  const stop = bus.onRevoked((revocation) => told.push(revocation));
  bus.user(16);
  bus.user(20);
  expect(told).toEqual([16, 20, 21, 20].map((user) => ({ kind: 'user', user })));
  stop();
  bus.user(16);
  expect(told).toHaveLength(4);
});
