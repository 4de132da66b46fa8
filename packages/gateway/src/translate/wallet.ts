/** Rules of the wallet: the internal chain, its fees and minima. */
import { type Asset, parseDecimal, upperAscii } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';

/** The one chain until real ones are connected. */
export const CHAIN = 'HALCYON';

/** What leaving costs and the least that may leave, as decimal text by coin. */
export interface WithdrawRule {
  readonly fee: string;
  readonly min: string;
}

/** Withdrawal rules by coin code; coins without one are free and take any amount. */
export type WalletRules = Readonly<Record<string, WithdrawRule>>;

/** The rules that the exchange starts with. */
export const DEFAULT_WALLET_RULES: WalletRules = {
  USDT: { fee: '1', min: '10' },
  USDC: { fee: '1', min: '10' },
  BTC: { fee: '0.0001', min: '0.001' },
  ETH: { fee: '0.001', min: '0.01' },
  SOL: { fee: '0.01', min: '0.1' },
};

/** Fee and minimum of an asset in its units. */
export function withdrawUnits(rules: WalletRules, asset: Asset): { fee: bigint; min: bigint } {
  const rule = Object.hasOwn(rules, asset.code) ? rules[asset.code] : undefined;
  if (rule === undefined) return { fee: 0n, min: 1n };
  return {
    fee: parseDecimal(rule.fee, asset.scale) ?? 0n,
    min: parseDecimal(rule.min, asset.scale) ?? 1n,
  };
}

/** Refuses chains other than the internal one; absent means that one. */
export function checkChain(chain: string | undefined): void {
  if (chain === undefined || upperAscii(chain) === CHAIN) return;
  throw new WireError('chainUnknown', { value: chain, limit: CHAIN });
}
