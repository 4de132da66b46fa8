/** What orders of contracts would be, before they are placed. */
import {
  type AccountId,
  ceilToStep,
  floorToStep,
  marginCeil,
  PositionLeg,
  PositionMode,
  positionLimit,
  reachOf,
  riskTerms,
} from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { OrderQuestion, Views } from '@halcyon/views';
import { type Contract, knownAsset } from '../http/context.ts';
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
  contract: Contract,
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

function limitPrice(contract: Contract, openPrice: string | undefined): number {
  if (openPrice === undefined) throw new WireError('fieldMissing', { field: 'openPrice' });
  return ticksOf('openPrice', openPrice, contract);
}

function marketPrice(views: Views, { id }: Contract, buys: boolean): number {
  const { bestAsk, bestBid } = views.book(id);
  return (buys ? bestAsk : bestBid) || views.contracts.contract(id).mark;
}

/** Lots of the largest order that its account's margin, its tiers and the open interest allow. */
export function largestOrder(
  views: Views,
  account: AccountId,
  contract: Contract,
  question: (lots: number) => OrderQuestion,
): number {
  const { mark, openInterest } = views.contracts.contract(contract.id);
  const figures = views.contracts.accountFigures(account);
  if (mark === 0 || figures === undefined || question(1).price === 0) return 0;
  const { quantityStep: step, quantityMax, quantityMin } = contract;
  const room = contract.contract.openInterestMax - openInterest;
  const fits = (steps: number): boolean => {
    const asked = question(steps * step);
    const { needed, lots } = views.contracts.estimate(account, asked);
    const opened = Math.max(0, Math.abs(lots) - Math.abs(openLots(views, account, asked)));
    return needed <= figures.free && opened <= room && isInTier(views, account, contract, asked);
  };
  let most = 0;
  let tooMany = floorToStep(quantityMax, step) / step + 1;
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (fits(middle)) most = middle;
    else tooMany = middle;
  }
  return most * step < ceilToStep(quantityMin, step) ? 0 : most * step;
}

function openLots(views: Views, account: AccountId, { instrument, leg }: OrderQuestion): number {
  return views.contracts.position(account, instrument, leg)?.lots ?? 0;
}

/** Whether what the position may become with an order has a tier at its leverage. */
function isInTier(
  views: Views,
  account: AccountId,
  contract: Contract,
  { instrument, leg, lots, price }: OrderQuestion,
): boolean {
  const known = views.contracts
    .marginAccount(account)
    .positions.find((each) => each.instrument === instrument && each.leg === leg);
  const { mark } = views.contracts.contract(contract.id);
  const { leverage } = views.contracts.settings(account, instrument, leg);
  const { scale } = knownAsset(views, contract.quote);
  const terms = riskTerms(contract.quoteFactor, contract.contract, scale);
  const value = Math.abs(lots) * price;
  const buys = (known?.buys ?? 0) + (lots > 0 ? value : 0);
  const sells = (known?.sells ?? 0) + (lots < 0 ? value : 0);
  const reach = reachOf(leg, (known?.lots ?? 0) * mark, buys, sells);
  return marginCeil(terms, reach) <= positionLimit(terms.bounds, leverage);
}

/** Lots that an amount of margin opens at a price and leverage, with the fee of a taker. */
export function lotsFor(
  contract: Contract,
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
