/** What the protection fund may pay in the hour that runs, as the core reckons it, and its target size. */
import {
  type AssetId,
  coinDivisor,
  coinValue,
  FUND_HOUR_MS,
  formatDecimal,
  fundHourLimit,
  fundTarget,
  type Instrument,
  loanFundHourLimit,
  MARGIN_PER_COIN,
  MARGIN_SCALE,
  marginUnitsOf,
  NO_PAIR,
  SystemAccount,
  UNITS_MAX,
} from '@halcyon/domain';
import type { ContractFundLimit, FundLimit, FundLimits } from '@halcyon/domain/web';
import { FundMeasure, type FundTotal } from '@halcyon/records';
import type { CoinView, Views } from '@halcyon/views';
import type { RestContext } from '../http/context.ts';
import { amountText } from './text.ts';

/** Numbers of a limit, in one unit. */
interface Numbers {
  readonly exposure: number;
  readonly limit: number;
  readonly paid: number;
  readonly has: number;
}

function limitOf({ exposure, limit, paid, has }: Numbers, text: (units: number) => string) {
  const left = Math.max(0, Math.min(has, limit - paid));
  return { exposure: text(exposure), limit: text(limit), paid: text(paid), left: text(left) };
}

const hasOf = (views: Views, asset: AssetId) =>
  Number(views.balance(SystemAccount.insurance, asset).available);

const contractsOf = (views: Views) =>
  views.allInstruments().filter(({ contract }) => contract !== null);

/** Settle units of what is open of a contract, at the mark. */
function interestOf(views: Views, { id, quoteFactor }: Instrument): bigint {
  const { openInterest, mark } = views.contracts.contract(id);
  return BigInt(openInterest) * BigInt(mark) * BigInt(quoteFactor);
}

/** What all contracts have open, and the size that the fund is meant to have by it; settle units. */
export function targetSize(views: Views): { readonly interest: bigint; readonly target: bigint } {
  const interest = contractsOf(views).reduce((sum, each) => sum + interestOf(views, each), 0n);
  return { interest, target: fundTarget(interest) };
}

function contractLimit(views: Views, contract: Instrument, paid: number): ContractFundLimit {
  const { quote, symbol } = contract;
  const asset = views.asset(quote)!;
  const exposure = Number(interestOf(views, contract));
  const has = hasOf(views, quote);
  const coin = marginUnitsOf(asset.scale) * MARGIN_PER_COIN;
  const limit = fundHourLimit(has, Math.min(UNITS_MAX, exposure), coin);
  const text = (units: number) => amountText(asset, units);
  return { symbol, ...limitOf({ exposure, limit, paid, has }, text) };
}

/** Margin units of a coin's units at its index. */
function worthOf(views: Views, { asset, market, index }: CoinView, units: number): number {
  const priceScale = market === NO_PAIR ? 0 : views.instrument(market)!.priceScale;
  const divisor = coinDivisor(views.asset(asset)!.scale, priceScale);
  return coinValue(units, { price: index, divisor });
}

/** @param paid margin units as events tell them: of each payment the core may have counted one unit more */
function marginLimit(views: Views, paid: number): FundLimit | null {
  const coins = views.loans.coins();
  if (coins.length === 0) return null;
  let [has, exposure] = [0, 0];
  for (const coin of coins) {
    has += worthOf(views, coin, hasOf(views, coin.asset));
    exposure += worthOf(views, coin, coin.lent);
  }
  const limit = loanFundHourLimit(has + paid, exposure);
  return limitOf({ exposure, limit, paid, has }, (units) => formatDecimal(units, MARGIN_SCALE));
}

const paidOf = ({ units, before }: FundTotal) => Number(units - before);

/** Limits of all contracts, and that of margin accounts. @param now Unix ms */
export async function fundLimits(
  { views, history }: Pick<RestContext, 'views' | 'history'>,
  now: number,
): Promise<FundLimits> {
  const hour = Math.floor(now / FUND_HOUR_MS);
  const contracts = contractsOf(views);
  const [margin, ...paid] = await history.fundTotals({
    of: [
      { measure: FundMeasure.marginPaid, subject: 0 },
      ...contracts.map(({ id }) => ({ measure: FundMeasure.contractLosses, subject: id })),
    ],
    hour,
  });
  const settle = views.contracts.settleAsset ?? views.loans.settleAsset;
  return {
    coin: settle === undefined ? '' : (views.asset(settle)?.code ?? ''),
    until: (hour + 1) * FUND_HOUR_MS,
    contracts: contracts.map((each, i) => contractLimit(views, each, paidOf(paid[i]!))),
    margin: marginLimit(views, paidOf(margin!)),
  };
}
