/** What each participant is given once, so that its inventory never runs dry. */

import { referencePriceOf, SEED_ASSETS, usdtInstrumentOf } from '../instruments.ts';
import { CROWD, type Participant } from '../port.ts';

/** One deposit to make for every participant. */
export interface ParticipantDeposit {
  readonly asset: string;
  /** Whole units, canonical decimal. */
  readonly amount: string;
  /** Makes the deposit happen once, whoever repeats it; unique within one participant. */
  readonly reference: string;
}

/** Value of each asset that each participant starts with, in USDT; money buys every coin. */
const COIN_VALUE = 200_000_000;
const MONEY_VALUE = 1_500_000_000;
const MONEY = new Set(['USDT', 'USDC', 'BTC']);
/** One deposit is a safe integer of 10^-8 units: 90 million whole units at most. */
const DEPOSIT_MAX = 80_000_000;

/** What each starts with to trade contracts, USDT: makers hold all contracts, traders one position each. */
const CROWD_MARGIN = 400_000_000;
const TRADER_MARGIN = 2_000_000;
/** What a borrower's cross margin account is filled up to at each start, USDT. */
export const BORROWER_MARGIN = 1_000_000;

/** The deposits that fund one participant, several of one asset where one would be too large. */
export function participantFunds(): ParticipantDeposit[] {
  return SEED_ASSETS.flatMap(({ asset }) => {
    const market = usdtInstrumentOf(asset);
    const price = market === null ? 1 : referencePriceOf(market);
    const units = Math.round((MONEY.has(asset) ? MONEY_VALUE : COIN_VALUE) / price);
    return depositsOf(asset, units, 'funds');
  });
}

/** The deposits that fund a participant's account of contracts. */
export function contractFunds(participant: Participant): ParticipantDeposit[] {
  const isCrowd = CROWD.some((one) => one === participant);
  return depositsOf('USDT', isCrowd ? CROWD_MARGIN : TRADER_MARGIN, 'margin');
}

function depositsOf(asset: string, units: number, name: string): ParticipantDeposit[] {
  const deposits: ParticipantDeposit[] = [];
  for (let left = units; left > 0; left -= DEPOSIT_MAX) {
    const amount = String(Math.min(left, DEPOSIT_MAX));
    deposits.push({ asset, amount, reference: `${name}-${asset}-${deposits.length + 1}` });
  }
  return deposits;
}
