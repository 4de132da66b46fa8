/** What orders of contracts would be, before they are placed. */
import {
  type AccountId,
  ceilToStep,
  floorToStep,
  largestThat,
  orderFits,
  PositionLeg,
  PositionMode,
  UNITS_MAX,
} from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { OrderQuestion, Views } from '@halcyon/views';
import type { ContractInstrument } from '../http/context.ts';
import { ticksOf } from './scaled.ts';

const MILLION = 1_000_000n;

/** An order that a request asks about. */
export interface EstimateRequest {
  readonly posSide: 'long' | 'short';
  readonly orderType: 'limit' | 'market';
  readonly openPrice?: string;
}

/**
 * The question of `lots`. A market order is one at the best price of the other side, or at the mark
 * price where there is none. Throws WireError where a limit order has no price.
 */
export function questionOf(
  views: Views,
  account: AccountId,
  contract: ContractInstrument,
  { posSide, orderType, openPrice }: EstimateRequest,
): (lots: number) => OrderQuestion {
  const buys = posSide === 'long';
  const price =
    orderType === 'market' ? marketPrice(views, contract, buys) : limitPrice(contract, openPrice);
  const hedge = views.contracts.positionMode(account) === PositionMode.hedge;
  const direction = buys ? PositionLeg.long : PositionLeg.short;
  const leg = hedge ? direction : PositionLeg.net;
  const base = { instrument: contract.id, leg, price, reduceOnly: false };
  return (lots) => ({ ...base, lots: buys ? lots : -lots });
}

function limitPrice(contract: ContractInstrument, openPrice: string | undefined): number {
  if (openPrice === undefined) throw new WireError('fieldMissing', { field: 'openPrice' });
  return ticksOf('openPrice', openPrice, contract);
}

function marketPrice(views: Views, { id }: ContractInstrument, buys: boolean): number {
  const { bestAsk, bestBid } = views.book(id);
  return (buys ? bestAsk : bestBid) || views.contracts.contract(id).mark;
}

/** Lots of the largest order that its account's margin, its tiers and the open interest allow. */
export function largestOrder(
  views: Views,
  account: AccountId,
  { id, contract, quantityStep, quantityMin, quantityMax }: ContractInstrument,
  question: (lots: number) => OrderQuestion,
): number {
  const { openInterest } = views.contracts.contract(id);
  const asked = question(quantityStep);
  const { margin, position } = views.contracts.orderPlace(account, id, asked.leg);
  if (position.mark === 0 || asked.price === 0) return 0;
  const order = views.contracts.plannedOrder(account, asked);
  const room = contract.openInterestMax - openInterest;
  const fits = (steps: number): boolean => {
    const lots = steps * asked.lots;
    const opened = Math.abs(position.lots + lots) - Math.abs(position.lots);
    return opened <= room && orderFits(margin, position, { ...order, lots });
  };
  const most = Math.floor(Math.min(quantityMax, UNITS_MAX / asked.price) / quantityStep);
  const lots = largestThat(most, fits) * quantityStep;
  return lots < ceilToStep(quantityMin, quantityStep) ? 0 : lots;
}

/** Lots that an amount of margin opens at a price and leverage, with the fee of a taker. */
export function lotsFor(
  contract: ContractInstrument,
  units: bigint,
  price: number,
  leverage: number,
  takerPpm: number,
): number {
  const rate = MILLION + BigInt(takerPpm) * BigInt(leverage);
  const perLot = BigInt(price) * BigInt(contract.quoteFactor) * rate;
  const lots = (units * BigInt(leverage) * MILLION) / perLot;
  const most = BigInt(floorToStep(contract.quantityMax, contract.quantityStep));
  return floorToStep(Number(lots < most ? lots : most), contract.quantityStep);
}
