/** Rules of the wallet: what a chain asks for, and what the exchange lets leave over it. */
import {
  APPROVALS_MAX,
  type Asset,
  type ChainCost,
  type ChainTerms,
  parseDecimal,
  upperAscii,
} from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';

/** The most that may leave, as decimal text. */
export interface WithdrawRule {
  /** The most that one user may withdraw in a day. */
  readonly dayMax: string;
  /** What is above this waits for an operator. */
  readonly approveAbove: string;
  /** What is above this waits for two operators. */
  readonly fourEyesAbove: string;
}

/** Limits of withdrawals by coin code; coins without one have none. */
export type WalletRules = Readonly<Record<string, WithdrawRule>>;

const DOLLARS: WithdrawRule = {
  ...{ dayMax: '1000000', approveAbove: '100000', fourEyesAbove: '500000' },
};

/** The rules that the exchange starts with. */
export const DEFAULT_WALLET_RULES: WalletRules = {
  USDT: DOLLARS,
  USDC: DOLLARS,
  BTC: { dayMax: '20', approveAbove: '2', fourEyesAbove: '10' },
  ETH: { dayMax: '400', approveAbove: '40', fourEyesAbove: '200' },
  SOL: { dayMax: '8000', approveAbove: '800', fourEyesAbove: '4000' },
};

/** What leaving costs, the least and the most that may leave, in units of the asset; 0 = no limit. */
export type WithdrawUnits = Readonly<Record<keyof WithdrawRule | keyof ChainCost, bigint>>;

const FREE: ChainCost = { fee: '0', min: '0' };
const NO_LIMITS: WithdrawRule = { dayMax: '0', approveAbove: '0', fourEyesAbove: '0' };

/** Whose word counts: that of the exchange, and that of the chain. */
interface Rulers {
  readonly wallet: WalletRules;
  readonly chainTerms: Pick<ChainTerms, 'costOf'>;
}

/** What the chain asks for of an asset, and the limits of the exchange. */
export function withdrawUnits({ wallet, chainTerms }: Rulers, asset: Asset): WithdrawUnits {
  const { fee, min } = chainTerms.costOf(asset.code) ?? FREE;
  const rule = Object.hasOwn(wallet, asset.code) ? wallet[asset.code] : undefined;
  const { dayMax, approveAbove, fourEyesAbove } = rule ?? NO_LIMITS;
  const units = (text: string): bigint => parseDecimal(text, asset.scale) ?? 0n;
  const least = units(min);
  return {
    fee: units(fee),
    min: least > 0n ? least : 1n,
    dayMax: units(dayMax),
    approveAbove: units(approveAbove),
    fourEyesAbove: units(fourEyesAbove),
  };
}

/** How many operators a withdrawal needs. */
export function approvalsFor(rule: WithdrawUnits, amount: bigint): number {
  if (rule.fourEyesAbove > 0n && amount > rule.fourEyesAbove) return APPROVALS_MAX;
  return rule.approveAbove > 0n && amount > rule.approveAbove ? 1 : 0;
}

/** Refuses other chains than the one there is; absent means that one. @throws WireError chainUnknown */
export function checkChain({ name }: ChainTerms, chain: string | undefined): void {
  if (chain === undefined || upperAscii(chain) === name) return;
  throw new WireError('chainUnknown', { value: chain, limit: name });
}
