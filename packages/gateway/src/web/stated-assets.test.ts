/** What is shown as stated was signed as it stands, for this exchange. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { statementText } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { checkStated } from './stated-assets.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const PEM = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const ASSETS = [{ asset: 'BTC', amount: '12.5', where: 'Cold wallet – Zürich' }];

function signed(change: object = {}) {
  const statement = { exchange: 'one', time: 1_790_000_000_000, assets: ASSETS };
  const signature = sign(null, Buffer.from(statementText(statement)), privateKey);
  return { ...statement, publicKey: PEM, signature: signature.toString('base64'), ...change };
}

describe('checkStated', () => {
  it('takes what was signed for this exchange, and names the key by its hash', () => {
    const stated = checkStated(signed(), 'one');
    expect(stated).toMatchObject({ time: 1_790_000_000_000, assets: ASSETS });
    expect(stated.key).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    [signed(), 'two', /^exchange must be two, this one$/],
    [signed({ time: 1_790_000_000_001 }), 'one', /^signature is not of this statement/],
    [signed({ assets: [{ ...ASSETS[0], amount: '13' }] }), 'one', /^signature is not/],
    [signed({ assets: [{ ...ASSETS[0], amount: 13 }] }), 'one', /^assets\[0\]\.amount must be/],
    [signed({ assets: [{ ...ASSETS[0], amount: '-1' }] }), 'one', /^assets\[0\]\.amount must be/],
    [signed({ assets: [{ ...ASSETS[0], asset: 'b' }] }), 'one', /^assets\[0\]\.asset must be/],
    [signed({ assets: [{ ...ASSETS[0], where: '' }] }), 'one', /^assets\[0\]\.where must be/],
    [signed({ assets: 'BTC' }), 'one', /^assets must be a list$/],
    [signed({ time: '7' }), 'one', /^time must be/],
    [signed({ publicKey: 7 }), 'one', /^publicKey and signature must be texts$/],
    [null, 'one', /^the file must be an object$/],
  ])('refuses others and names the field (%#)', (value, exchange, message) => {
    expect(() => checkStated(value, exchange)).toThrow(message);
  });
});
