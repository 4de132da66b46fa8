/**
 * What an operator says to have elsewhere, signed. It is shown as stated and not as proved: who trusts the
 * key trusts the statement, and nothing here counts into a ratio.
 */
import { hiddenCharacter } from '../text.ts';

/** Name of the file in the data folder. */
export const STATED_ASSETS_FILE = 'stated-assets.json';

/** Assets of a statement, and characters of where they are. */
export const STATED_ASSETS_MAX = 200;
export const STATED_WHERE_MAX = 200;

/** An amount of an asset somewhere. */
export interface StatedAsset {
  /** Code of the asset. */
  readonly asset: string;
  /** Decimal number, not below zero. */
  readonly amount: string;
  /** Where it is, in the operator's words. */
  readonly where: string;
}

/** What is signed. */
export interface StatedAssets {
  /** Id of the exchange that it is about. */
  readonly exchange: string;
  /** Unix ms. */
  readonly time: number;
  readonly assets: readonly StatedAsset[];
}

/** A statement with its signature: what is in the file. */
export interface SignedAssets extends StatedAssets {
  /** Ed25519, PEM. */
  readonly publicKey: string;
  /** Of `statementText`, base64. */
  readonly signature: string;
}

/** The one text of a statement. */
export function statementText({ exchange, time, assets }: StatedAssets): string {
  const rows = assets.map(({ asset, amount, where }) => [asset, amount, where]);
  return `halcyon stated assets 1\n${JSON.stringify([exchange, time, rows])}`;
}

const CODE = /^[A-Z0-9]{1,20}$/;
const AMOUNT = /^(0|[1-9][0-9]{0,29})(\.[0-9]{1,18})?$/;

/** The assets of a list that somebody wrote. @throws Error that names the field at fault */
export function statedAssetsOf(value: unknown): StatedAsset[] {
  if (!Array.isArray(value)) throw new Error('assets must be a list');
  if (value.length > STATED_ASSETS_MAX) {
    throw new Error(`assets must be a list of at most ${STATED_ASSETS_MAX}`);
  }
  return value.map((one: unknown, n) => {
    const at = `assets[${n}]`;
    if (typeof one !== 'object' || one === null) throw new Error(`${at} must be an object`);
    const { asset, amount, where } = one as Partial<Record<keyof StatedAsset, unknown>>;
    if (typeof asset !== 'string' || !CODE.test(asset)) {
      throw new Error(`${at}.asset must be the code of a coin, as BTC`);
    }
    if (typeof amount !== 'string' || !AMOUNT.test(amount)) {
      throw new Error(`${at}.amount must be a text of a decimal number, as "12.5"`);
    }
    const isPlain = typeof where === 'string' && hiddenCharacter(where) === null;
    if (!isPlain || where === '' || where.length > STATED_WHERE_MAX) {
      throw new Error(`${at}.where must be a text of 1 to ${STATED_WHERE_MAX} characters`);
    }
    return { asset, amount, where };
  });
}
