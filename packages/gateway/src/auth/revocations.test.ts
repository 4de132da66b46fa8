import { expect, it } from 'vitest';
import { RevocationHub } from './revocations.ts';

it('what ends for a user ends for its sub-accounts too, and for nobody else', () => {
  const hub = new RevocationHub((user) => (user === 16 ? [20, 21] : []));
  const told: unknown[] = [];
  const stop = hub.onRevoked((revocation) => told.push(revocation));
  hub.user(16);
  hub.user(20);
  expect(told).toEqual([16, 20, 21, 20].map((user) => ({ kind: 'user', user })));
  stop();
  hub.user(16);
  expect(told).toHaveLength(4);
});
