/** A contract and an account in it, for tests of the form's arithmetic. */

import { type ContractTerms, MarginMode, type PositionLeg } from '@halcyon/domain';
import type { AccountPosition, FuturesAccount } from '@halcyon/domain/web';
import { type ContractAccount, contractAccount } from '../../../data/state/contract-account.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import type { OrderDraft } from '../../desk/order-form/draft.ts';
import { CONTRACT_RULES } from '../form/contract-rules.ts';
import type { ContractFormMarket } from '../form/order-sums.ts';

/** Prices of one digit, sizes of four: a tick-lot is 10^-5 USDT, 1,000 of its units. */
export const CONTRACT: InstrumentInfo = {
  product: 'futures',
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  priceScale: 1,
  sizeScale: 4,
  priceDigits: 1,
  sizeDigits: 4,
  quoteScale: 4,
  minSize: '0.0001',
  maxSize: '200',
  minNotional: '5',
  makerFee: '0.0002',
  takerFee: '0.0006',
  buyBand: '0.05',
  sellBand: '0.05',
  status: 'normal',
  maxOpenOrders: 200,
};

const TERMS: ContractTerms = {
  tiers: [
    { upTo: 150_000, leverageMax: 125, maintenancePpm: 4_000 },
    { upTo: 900_000, leverageMax: 50, maintenancePpm: 10_000 },
  ],
  makerPpm: 200,
  takerPpm: 600,
  liquidationPpm: 1_000,
  liquidationBandPpm: 15_000,
  openInterestMax: 1_000_000_000,
  fundingIntervalMs: 28_800_000,
  interestRate: 10_000,
  premiumClamp: 50_000,
  fundingCap: 300_000,
};

/** What a test says of its account. */
export interface AccountOf {
  /** Whole USDT. */
  readonly wallet?: number;
  readonly leverage?: number;
  readonly isolated?: boolean;
  readonly hedge?: boolean;
  /** Signed lots at 50,000.0, by leg. */
  readonly lots?: Readonly<Partial<Record<PositionLeg, number>>>;
  /** How long ago the index came, ms. */
  readonly indexAge?: number;
}

const NOTHING_MORE = { buys: 0, sells: 0, closing: 0, profit: 0, fees: 0, funding: 0 };
const MARK = 500_000;
const NOW = 1_800_000_000_000;

/** An account as the server reports it. */
export function accountRead(of: AccountOf = {}): FuturesAccount {
  const { wallet = 1_000, leverage = 20, isolated = false, hedge = false, lots = {} } = of;
  const marginMode = isolated ? MarginMode.isolated : MarginMode.cross;
  const settings = { marginMode, leverage, autoMargin: false };
  const positions = Object.entries(lots).map(([leg, signed]): AccountPosition => {
    const cost = Math.abs(signed) * MARK;
    const margin = isolated ? Math.ceil((cost * 1_000) / leverage) : 0;
    const place = { symbol: 'BTCUSDT', leg: Number(leg) as PositionLeg };
    return { ...place, ...settings, lots: signed, cost, margin, ...NOTHING_MORE };
  });
  const contract = { symbol: 'BTCUSDT', quoteFactor: 1_000, terms: TERMS, takerPpm: 600 };
  const prices = { mark: MARK, pricesTime: NOW - (of.indexAge ?? 0) };
  return {
    coin: 'USDT',
    scale: 8,
    wallet: String(BigInt(wallet) * 100_000_000n),
    hedge,
    time: NOW,
    contracts: [{ ...contract, ...prices, settings: [settings, settings, settings] }],
    positions,
  };
}

/** The same as the page reckons with it. */
export function accountOf(of: AccountOf = {}): ContractAccount {
  const instruments = new Map([['BTCUSDT', CONTRACT]]);
  const account = contractAccount(accountRead(of), 'BTCUSDT', instruments, new Map());
  if (account === null) throw new Error('the account has no contract');
  return account;
}

/** A market at 50,000 with such an account. */
export function marketOf(of: AccountOf = {}): ContractFormMarket {
  const best = { bid: '49999.9', ask: '50000.1' };
  return { instrument: CONTRACT, last: '50000', best, account: accountOf(of) };
}

/** A limit order of 0.1 at 50,000, or what a test makes of it. */
export function draftOf(patch: Partial<OrderDraft> = {}): OrderDraft {
  return { ...CONTRACT_RULES.empty, price: '50000', size: '0.1', ...patch };
}
