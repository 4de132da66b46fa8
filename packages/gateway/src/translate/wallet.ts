/** Rules of the wallet: the internal chain, its fees and minima. */
import {
  APPROVALS_MAX,
  type Asset,
  type ChainPort,
  parseDecimal,
  upperAscii,
} from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';

/** The one chain until real ones are connected. */
export const CHAIN = 'HALCYON';
/** Blocks that it needs before money has come or gone. */
export const CHAIN_CONFIRMATIONS = 2;

/** Blocks that money of a venue needs. @param chain null where nothing comes or goes over one */
export function confirmationsNeeded(chain: Pick<ChainPort, 'confirmationsNeeded'> | null): number {
  return chain?.confirmationsNeeded ?? CHAIN_CONFIRMATIONS;
}

/** What leaving costs, the least and the most that may leave, as decimal text. */
export interface WithdrawRule {
  readonly fee: string;
  readonly min: string;
  /** The most that one user may withdraw in a day. */
  readonly dayMax: string;
  /** What is above this waits for an operator. */
  readonly approveAbove: string;
  /** What is above this waits for two operators. */
  readonly fourEyesAbove: string;
}

/** Withdrawal rules by coin code; coins without one are free and take any amount. */
export type WalletRules = Readonly<Record<string, WithdrawRule>>;

const DOLLARS: WithdrawRule = {
  ...{ fee: '1', min: '10', dayMax: '1000000' },
  ...{ approveAbove: '100000', fourEyesAbove: '500000' },
};

/** The rules that the exchange starts with. */
export const DEFAULT_WALLET_RULES: WalletRules = {
  USDT: DOLLARS,
  USDC: DOLLARS,
  BTC: {
    ...{ fee: '0.0001', min: '0.001', dayMax: '20' },
    ...{ approveAbove: '2', fourEyesAbove: '10' },
  },
  ETH: {
    ...{ fee: '0.001', min: '0.01', dayMax: '400' },
    ...{ approveAbove: '40', fourEyesAbove: '200' },
  },
  SOL: {
    ...{ fee: '0.01', min: '0.1', dayMax: '8000' },
    ...{ approveAbove: '800', fourEyesAbove: '4000' },
  },
};

/** A rule in units of its asset; 0 = no limit. */
export type WithdrawUnits = Readonly<Record<keyof WithdrawRule, bigint>>;

const NO_RULE: WithdrawUnits = {
  fee: 0n,
  min: 1n,
  dayMax: 0n,
  approveAbove: 0n,
  fourEyesAbove: 0n,
};

/** The rule of an asset in its units. */
export function withdrawUnits(rules: WalletRules, asset: Asset): WithdrawUnits {
  const rule = Object.hasOwn(rules, asset.code) ? rules[asset.code] : undefined;
  if (rule === undefined) return NO_RULE;
  const units = (text: string): bigint => parseDecimal(text, asset.scale) ?? 0n;
  const { fee, min, dayMax, approveAbove, fourEyesAbove } = rule;
  return {
    fee: units(fee),
    min: units(min),
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

/** Refuses chains other than the internal one; absent means that one. */
export function checkChain(chain: string | undefined): void {
  if (chain === undefined || upperAscii(chain) === CHAIN) return;
  throw new WireError('chainUnknown', { value: chain, limit: CHAIN });
}
