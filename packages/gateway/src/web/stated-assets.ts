/** What the operator says to have elsewhere: `stated-assets.json` in the data folder, signed. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  type SignedAssets,
  STATED_ASSETS_FILE,
  statedAssetsOf,
  statementText,
} from '@halcyon/domain';
import type { StatedReserves } from '@halcyon/domain/web';
import type { OperatorFileRules } from './operator-file.ts';

/** The checked statement. @throws Error that names the field at fault */
export function checkStated(value: unknown, exchange: string): StatedReserves {
  if (typeof value !== 'object' || value === null) throw new Error('the file must be an object');
  const given = value as Partial<Record<keyof SignedAssets, unknown>>;
  const { time, publicKey, signature } = given;
  const assets = statedAssetsOf(given.assets);
  if (given.exchange !== exchange) throw new Error(`exchange must be ${exchange}, this one`);
  if (typeof time !== 'number' || !Number.isSafeInteger(time) || time < 0) {
    throw new Error('time must be a time in ms since 1970');
  }
  if (typeof publicKey !== 'string' || typeof signature !== 'string') {
    throw new Error('publicKey and signature must be texts');
  }
  const key = createPublicKey(publicKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('publicKey must be an Ed25519 key');
  const text = Buffer.from(statementText({ exchange, time, assets }));
  if (!verify(null, text, key, Buffer.from(signature, 'base64'))) {
    throw new Error('signature is not of this statement by this key');
  }
  const der = key.export({ type: 'spki', format: 'der' });
  return { time, assets, key: createHash('sha256').update(der).digest('hex') };
}

/** @param exchange id of this exchange */
export function statedFile(exchange: string): OperatorFileRules<StatedReserves | null> {
  return {
    ...{ name: STATED_ASSETS_FILE, absent: null, unusable: null },
    consequence: 'no stated assets are shown',
    check: (value) => checkStated(value, exchange),
  };
}
