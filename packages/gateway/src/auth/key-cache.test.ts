import type { ApiKeySecrets } from '@halcyon/records';
import { expect, it } from 'vitest';
import { KeyCache } from './key-cache.ts';

const STORED = {
  ...{ apiKey: 'some-key-1', uid: 16, type: 'hmac', secret: 'secret', publicKey: '', ipList: [] },
  ...{
    permissions: ['read', 'spot_trade'],
    venue: 'live',
    tier: 'normal',
    expiresAt: 0,
    windowMs: 0,
  },
} as unknown as ApiKeySecrets;

/** A store whose answers come when the test says so. */
function slowStore() {
  const waiting: ((stored: ApiKeySecrets | null) => void)[] = [];
  const apiKeyByKey = () =>
    new Promise<ApiKeySecrets | null>((resolve) => {
      waiting.push(resolve);
    });
  const answer = async (stored: ApiKeySecrets | null) => {
    waiting.shift()?.(stored);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { keys: new KeyCache({ apiKeyByKey }, () => 1_000), waiting, answer };
}

it.each<[string, (keys: KeyCache) => void]>([
  ['it is deleted', (keys) => keys.forget('some-key-1')],
  ['its person freezes the account', (keys) => keys.forgetUser(16)],
])('a key that was read before %s is read again before anybody believes it', async (_what, end) => {
  const { keys, waiting, answer } = slowStore();
  const found = keys.load('some-key-1');
  end(keys);
  await answer(STORED);
  expect(waiting).toHaveLength(1);
  await answer(null);
  expect(await found).toBeNull();
  expect(keys.peek('some-key-1')).toBeNull();
});

it('who asks after a key was changed does not wait for what was read before', async () => {
  const { keys, waiting, answer } = slowStore();
  const before = keys.load('some-key-1');
  keys.forget('some-key-1');
  const after = keys.load('some-key-1');
  await answer(STORED);
  await answer({ ...STORED, permissions: ['read'] });
  expect([...(await after)!.permissions]).toEqual(['read']);
  for (let more = 0; waiting.length > 0 && more < 3; more++) await answer(null);
  expect((await before)?.permissions.has('spot_trade') ?? false).toBe(false);
});
