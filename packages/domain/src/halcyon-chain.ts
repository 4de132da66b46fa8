/** The exchange's own chain, which every exchange of this program has. It reaches nobody else. */
import type { ChainCost, ChainTerms } from './chains.ts';
import { halcyonAddress, readHalcyonAddress } from './halcyon-addresses.ts';

const DOLLARS: ChainCost = { fee: '1', min: '10' };

const COSTS: Readonly<Record<string, ChainCost>> = {
  USDT: DOLLARS,
  USDC: DOLLARS,
  BTC: { fee: '0.0001', min: '0.001' },
  ETH: { fee: '0.001', min: '0.01' },
  SOL: { fee: '0.01', min: '0.1' },
};

/** What it is. */
export const OWN_CHAIN: ChainTerms = {
  name: 'HALCYON',
  confirmationsNeeded: 2,
  explorer: '',
  costOf: (coin) => (Object.hasOwn(COSTS, coin) ? (COSTS[coin] ?? null) : null),
  addressOf: halcyonAddress,
  readAddress: readHalcyonAddress,
};
