/** What requests about contracts say beside an order's terms: account, margin, position. */
import {
  type AccountId,
  AccountKind,
  accountOf,
  OrderOption,
  PositionLeg,
  PositionMode,
  Side,
  type UserId,
} from '@halcyon/domain';
import {
  type HoldSideWord,
  type MarginModeWord,
  type ProductType,
  type SideWord,
  USDT_FUTURES,
  WireError,
} from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { type ContractInstrument, contractOf } from '../http/context.ts';
import { isLong, marginModeOf, marginModeWord } from './contract-words.ts';
import { sideOf } from './words.ts';

/** The account that a user's contracts are in. */
export function futuresAccount({ user }: { readonly user: UserId }): AccountId {
  return accountOf(user, AccountKind.usdtFutures);
}

/** What names a contract in a request. */
export interface ContractRequest {
  readonly productType: ProductType;
  readonly symbol: string;
  readonly marginCoin?: string;
}

/** The contract that a request is about. Throws WireError symbolUnknown, or naming a wrong marginCoin. */
export function requestedContract(
  views: Views,
  { productType, symbol, marginCoin }: ContractRequest,
): ContractInstrument {
  const contract = contractOf(views, productType, symbol);
  const settle = views.asset(contract.quote)?.code ?? '';
  if (marginCoin === undefined || marginCoin === settle) return contract;
  throw new WireError('fieldValue', { field: 'marginCoin', expected: settle, value: marginCoin });
}

/** Contracts that a list is about: one, all, or none, as the other product types have none here. */
export function contractFilter(
  views: Views,
  request: Omit<ContractRequest, 'symbol'> & { readonly symbol?: string },
): { readonly instrument: number | undefined } | null {
  const { symbol, productType } = request;
  if (productType !== USDT_FUTURES) return null;
  if (symbol === undefined) return { instrument: undefined };
  return { instrument: requestedContract(views, { ...request, symbol }).id };
}

/** What an order is to do to its position, as a request says it. */
export interface DirectionRequest {
  readonly side: SideWord;
  readonly tradeSide?: 'open' | 'close';
  readonly reduceOnly?: 'true' | 'false';
}

/** Side and options of an order: with `tradeSide` its side is the direction of the position. */
export function directionOf({ side, tradeSide, reduceOnly }: DirectionRequest): {
  readonly side: Side;
  readonly options: number;
} {
  if (tradeSide === undefined) {
    return { side: sideOf(side), options: reduceOnly === 'true' ? OrderOption.reduceOnly : 0 };
  }
  const long = side === 'buy';
  const leg = long ? OrderOption.longLeg : OrderOption.shortLeg;
  return tradeSide === 'open'
    ? { side: sideOf(side), options: leg }
    : { side: long ? Side.sell : Side.buy, options: leg | OrderOption.reduceOnly };
}

/** The leg of a position that a word names, in the position mode of an account. */
export function heldLeg(views: Views, account: AccountId, holdSide: HoldSideWord): PositionLeg {
  if (views.contracts.positionMode(account) === PositionMode.oneWay) return PositionLeg.net;
  return isLong(holdSide) ? PositionLeg.long : PositionLeg.short;
}

/** The bits of an order's options that name a leg. */
export function legOptions(leg: PositionLeg): number {
  return leg << 1;
}

/**
 * An order that may open a position has to mean the margin mode that the contract has.
 * Throws WireError marginModeDiffers.
 */
export function checkMarginMode(
  views: Views,
  account: AccountId,
  contract: ContractInstrument,
  value: MarginModeWord | undefined,
): void {
  if (value === undefined) return;
  const { marginMode } = views.contracts.settings(account, contract.id);
  if (marginModeOf(value) === marginMode) return;
  const { symbol } = contract;
  throw new WireError('marginModeDiffers', { value, symbol, limit: marginModeWord(marginMode) });
}
