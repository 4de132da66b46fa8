/** Open positions and futures accounts as texts of the wire: what rows of REST and of pushes share. */

import {
  type AccountId,
  AccountKind,
  formatDecimal,
  isIsolated,
  kindOf,
  legOf,
  MARGIN_SCALE,
  type MarginAccount,
  MarginMode,
  OrderOption,
  PositionLeg,
  PositionMode,
  positionInitial,
  positionProfit,
  Side,
  tierOf,
  wirePositionId,
} from '@halcyon/domain';
import type { ChannelRow } from '@halcyon/protocol';
import type { PositionFigures, PositionView, Views } from '@halcyon/views';
import { marginModeWord, posModeWord } from './contract-words.ts';
import { rowInstrument } from './order-rows.ts';
import { amountText, averagePriceText, priceText, rateText, sizeText } from './text.ts';
import { bitcoinText } from './value.ts';

/** Ratios above this, the infinite one of an account that has nothing left too, are told as this. */
const RATIO_MAX_PPM = 9_999_000_000;

/** Margin units as text. */
export function marginText(units: number): string {
  return formatDecimal(units, MARGIN_SCALE);
}

/** A margin ratio: from 1 on what it is of is liquidated. */
export function ratioText(ppm: number): string {
  return rateText(Math.min(ppm, RATIO_MAX_PPM));
}

/** What names a position on the wire: the trade that opened it, and its leg. */
export function positionId({ opened, leg }: Pick<PositionView, 'opened' | 'leg'>): string {
  return wirePositionId({ opened, leg });
}

/** Lots of an account's resting orders about a position: those that close it, and those that open more. */
export function orderedLots(
  views: Views,
  { account, instrument, leg, lots }: PositionView,
): { readonly closing: number; readonly opening: number } {
  let closing = 0;
  let opening = 0;
  for (const { options, side, remaining } of views.openOrders(account, { instrument })) {
    if (legOf(options) !== leg) continue;
    const against = side === Side.buy ? lots < 0 : lots > 0;
    if ((options & OrderOption.reduceOnly) !== 0) closing += remaining;
    else if (!against) opening += remaining;
  }
  return { closing, opening };
}

type Pushed = ChannelRow<'USDT-FUTURES', 'positions'>;

/** An open position as rows tell it. */
export interface PositionTexts
  extends Omit<Pushed, 'posId' | 'instId' | 'frozen' | 'marginRate' | 'assetMode'> {
  /** In orders that close it, and in orders that open more of it. */
  readonly closing: string;
  readonly opening: string;
  readonly marginRatio: string;
}

/** @param margin of its account, where several positions of it are asked about */
export function positionTexts(
  views: Views,
  position: PositionView,
  margin: MarginAccount = views.contracts.marginAccount(position.account),
): PositionTexts {
  const figures = views.contracts.positionFigures(position, margin);
  if (figures === undefined) throw new Error('a position without lots has no figures');
  const instrument = rowInstrument(views, position.instrument);
  const coin = views.asset(instrument.quote);
  const lots = Math.abs(position.lots);
  const { closing, opening } = orderedLots(views, position);
  const size = (of: number): string => sizeText(instrument, of);
  const price = (ticks: number | null): string =>
    ticks === null || ticks === 0 ? '0' : priceText(instrument, ticks);
  const isolated = position.marginMode === MarginMode.isolated;
  const mode = position.leg === PositionLeg.net ? PositionMode.oneWay : PositionMode.hedge;
  return {
    marginCoin: coin?.code ?? '',
    marginSize: isolated ? amountText(coin, position.margin) : marginText(figures.initial),
    marginMode: marginModeWord(position.marginMode),
    holdSide: position.lots > 0 ? 'long' : 'short',
    posMode: posModeWord(mode),
    total: size(lots),
    available: size(Math.max(0, lots - closing)),
    closing: size(closing),
    opening: size(opening),
    openPriceAvg: averagePriceText(
      instrument,
      lots,
      BigInt(position.cost) * BigInt(instrument.quoteFactor),
    ),
    leverage: position.leverage,
    achievedProfits: amountText(coin, position.profit),
    unrealizedPL: marginText(figures.unrealised),
    unrealizedPLR: rateText(figures.returnPpm),
    liquidationPrice: price(figures.liquidationPrice),
    keepMarginRate: rateText(keepRate(margin, position, figures)),
    marginRatio: ratioText(figures.marginRatioPpm),
    breakEvenPrice: price(figures.breakEvenPrice),
    totalFee: amountText(coin, position.funding),
    deductedFee: amountText(coin, position.fees),
    markPrice: price(figures.mark),
    autoMargin: position.autoMargin ? 'on' : 'off',
    cTime: String(position.openedTime),
    uTime: String(position.updatedTime),
  };
}

/** Maintenance rate of the tier that a position's value is in, ppm. */
function keepRate({ positions }: MarginAccount, of: PositionView, { value }: PositionFigures) {
  const bounds = positions.find(({ instrument }) => instrument === of.instrument)?.terms.bounds;
  return bounds?.[tierOf(bounds, value)]?.maintenancePpm ?? 0;
}

/** A futures account as rows tell it; amounts of its margin coin unless said otherwise. */
export interface AccountTexts {
  readonly marginCoin: string;
  /** Margin that resting orders need beyond that of positions. */
  readonly locked: string;
  readonly available: string;
  /** What new orders may use, and what may be taken out. */
  readonly free: string;
  /** The same where margin is isolated, which leaves the wallet. */
  readonly freeForIsolated: string;
  readonly withdrawable: string;
  readonly equity: string;
  /** In bitcoins. */
  readonly btcEquity: string;
  readonly unrealised: string;
  readonly crossRatio: string;
}

/** What a futures account has in settle units: wallet, margins of isolated positions, profits. */
export function equityUnits(margin: MarginAccount): bigint {
  const { wallet, marginUnits, positions } = margin;
  return positions
    .filter(({ lots }) => lots !== 0)
    .map((each) => BigInt(each.margin) + BigInt(positionProfit(each)) * BigInt(marginUnits))
    .reduce((sum, each) => sum + each, wallet);
}

/** Null for an account without a margin coin: that of a product without contracts. */
export function accountTexts(views: Views, account: AccountId): AccountTexts | null {
  if (kindOf(account) !== AccountKind.usdtFutures) return null;
  const margin = views.contracts.marginAccount(account);
  const figures = views.contracts.accountFigures(account, margin);
  const coin = figures === undefined ? undefined : views.asset(figures.settle);
  if (figures === undefined || coin === undefined) return null;
  const held = margin.positions
    .filter((each) => each.lots !== 0 && !isIsolated(each))
    .reduce((sum, each) => sum + positionInitial(each), 0);
  const equity = equityUnits(margin);
  const free = Math.max(0, figures.free) * margin.marginUnits;
  return {
    marginCoin: coin.code,
    locked: marginText(figures.needed - held),
    available: amountText(coin, figures.wallet),
    free: marginText(Math.max(0, figures.free)),
    freeForIsolated: amountText(coin, Math.min(free, figures.withdrawable)),
    withdrawable: amountText(coin, figures.withdrawable),
    equity: amountText(coin, equity),
    btcEquity: bitcoinText(views, coin, equity),
    unrealised: marginText(figures.unrealised),
    crossRatio: ratioText(figures.marginRatioPpm),
  };
}
