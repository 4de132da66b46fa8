import { generateKeyPairSync } from 'node:crypto';
import type { SignedPrices } from '@halcyon/domain/web';
import { describe, expect, test } from 'vitest';
import { PriceSigner } from './price-signer.ts';
import { SignedFeeds } from './signed-feed.ts';

const START = 1_700_000_000_000;
const SECRET = 'a secret of more than thirty-two characters';
const pair = generateKeyPairSync('ed25519');
const PEM = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Feeds, one of each kind, and what it took. */
function desk() {
  const clock = { now: START };
  const taken: unknown[][] = [];
  const feeds = new SignedFeeds(
    [
      { kind: 'feed', name: 'desk', key: { type: 'hmac', secret: SECRET }, markets: null },
      { kind: 'feed', name: 'far', key: { type: 'ed25519', key: pair.publicKey }, markets: null },
    ],
    (...price) => {
      taken.push(price);
      return price[1] === 'NONE' ? 'unknown' : null;
    },
    () => clock.now,
  );
  const signer = (source: string, key: string) => new PriceSigner(source, key, () => clock.now);
  return { clock, taken, feeds, signer };
}

describe('a signed feed', () => {
  test.each([
    ['desk', SECRET],
    ['far', PEM],
  ])('%s: its prices are taken, with the time that was signed', (name, key) => {
    const { clock, taken, feeds, signer } = desk();
    clock.now += 10;
    const message = signer(name, key).message({ BTCUSDT: '94000.5', NONE: '1' });
    expect(feeds.take(message)).toEqual({
      taken: ['BTCUSDT'],
      refused: [{ symbol: 'NONE', reason: 'unknown' }],
    });
    expect(taken[0]).toEqual([name, 'BTCUSDT', '94000.5', START + 10]);
  });

  test('a message is taken once, in order, and none from before the start', () => {
    const { clock, feeds, signer } = desk();
    const early = signer('desk', SECRET).message({ BTCUSDT: '1' });
    expect(feeds.take(early)).toBe('replay');
    clock.now += 10;
    const first = signer('desk', SECRET).message({ BTCUSDT: '1' });
    clock.now += 10;
    const second = signer('desk', SECRET).message({ BTCUSDT: '2' });
    expect(feeds.take(second)).toMatchObject({ taken: ['BTCUSDT'] });
    expect(feeds.take(second)).toBe('replay');
    expect(feeds.take(first)).toBe('replay');
    expect(feeds.refused('desk')).toBe(3);
  });

  test('one that is late, ahead, forged or changed is refused and counted', () => {
    const { clock, taken, feeds, signer } = desk();
    clock.now += 10;
    const own = signer('desk', SECRET).message({ BTCUSDT: '1' });
    const refusals: [string, SignedPrices][] = [
      ['unknown', { ...own, source: 'nobody' }],
      ['signature', { ...own, body: own.body.replace('1', '2') }],
      ['signature', { ...own, timestamp: String(clock.now + 1) }],
      ['signature', { ...own, source: 'far' }],
      ['signature', { ...own, signature: '' }],
      [
        'signature',
        signer('desk', 'another secret of more than 32 characters').message({ BTCUSDT: '1' }),
      ],
      ['signature', signer('far', SECRET).message({ BTCUSDT: '1' })],
      ['time', { ...own, timestamp: 'noon' }],
      ['future', { ...own, timestamp: String(clock.now + 1_001) }],
      ['late', { ...own, timestamp: String(clock.now - 5_001) }],
      ['form', signer('desk', SECRET).message([] as unknown as Record<string, string>)],
    ];
    for (const [fault, message] of refusals)
      expect([fault, feeds.take(message)]).toEqual([fault, fault]);
    expect(taken).toEqual([]);
    expect(feeds.refused('desk')).toBe(8);
    // None of it stands in the way of the true one.
    expect(feeds.take(own)).toMatchObject({ taken: ['BTCUSDT'] });
  });
});
