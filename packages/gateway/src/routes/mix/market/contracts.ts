import {
  ceilToStep,
  FUND_HOUR_COINS_MIN,
  FUND_HOUR_INTEREST_PPM,
  FUND_HOUR_PPM,
  floorToStep,
  formatDecimal,
  InstrumentState,
  impactSizeOf,
  markDistancePpm,
  OPEN_ORDERS_PER_ACCOUNT,
  stepDigits,
} from '@halcyon/domain';
import { type DataOf, specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import {
  type ContractInstrument,
  contractOf,
  contractsOf,
  knownAsset,
  publicRoute,
} from '../../../http/context.ts';
import { amountText, rateText, sizeText } from '../../../translate/text.ts';
import { usdtMinimumText } from '../../../translate/value.ts';

type ContractRow = DataOf<typeof specs.mix.contracts>[number];

const HOUR_MS = 3_600_000;

/** What the wire calls states; orders that open are taken in `normal` alone. */
const STATUS: Readonly<Record<InstrumentState, ContractRow['symbolStatus']>> = {
  [InstrumentState.open]: 'normal',
  [InstrumentState.postOnly]: 'maintain',
  [InstrumentState.cancelOnly]: 'maintain',
  [InstrumentState.halted]: 'maintain',
  [InstrumentState.paused]: 'maintain',
  [InstrumentState.feedStale]: 'maintain',
  [InstrumentState.reduceOnly]: 'limit_open',
};

/** Contracts with precisions, limits and the fees of the lowest level. */
export const contracts = publicRoute(specs.mix.contracts, ({ views }, request) => {
  const { productType, symbol } = request;
  return contractsOf(views, productType, symbol).map((contract) => contractRow(views, contract));
});

function contractRow(views: Views, contract: ContractInstrument): ContractRow {
  const { priceScale, priceStep, quantityScale, quantityStep, contract: terms } = contract;
  const quote = knownAsset(views, contract.quote);
  const largest = sizeText(contract, floorToStep(contract.quantityMax, quantityStep));
  return {
    symbol: contract.symbol,
    baseCoin: knownAsset(views, contract.base).code,
    quoteCoin: quote.code,
    buyLimitPriceRatio: rateText(contract.bandPpm),
    sellLimitPriceRatio: rateText(contract.bandPpm),
    feeRateUpRatio: '0',
    makerFeeRate: rateText(terms.makerPpm),
    takerFeeRate: rateText(terms.takerPpm),
    openCostUpRatio: '0',
    supportMarginCoins: [quote.code],
    minTradeNum: sizeText(contract, ceilToStep(contract.quantityMin, quantityStep)),
    priceEndStep: '1',
    volumePlace: String(stepDigits(quantityScale, quantityStep)),
    pricePlace: String(stepDigits(priceScale, priceStep)),
    sizeMultiplier: formatDecimal(quantityStep, quantityScale),
    symbolType: 'perpetual',
    minTradeUSDT: usdtMinimumText(views, quote, BigInt(contract.notionalMin)),
    maxSymbolOrderNum: String(contract.openOrdersMax),
    maxProductOrderNum: String(OPEN_ORDERS_PER_ACCOUNT),
    maxPositionNum: String(2 * views.instruments(contract.product).length),
    symbolStatus: STATUS[contract.state],
    offTime: '-1',
    limitOpenTime: '-1',
    deliveryTime: '',
    deliveryStartTime: '',
    deliveryPeriod: '',
    openTime: '',
    launchTime: '',
    fundInterval: fundingHours(contract),
    minLever: '1',
    maxLever: String(terms.tiers[0]?.leverageMax ?? 1),
    posLimit: '',
    maintainTime: '',
    maxMarketOrderQty: largest,
    maxOrderQty: largest,
    isRwa: 'NO',
    liquidationFeeRate: rateText(terms.liquidationPpm),
    markPriceRatio: rateText(markDistancePpm(terms)),
    markImpactSize: String(impactSizeOf(terms)),
    fundHourRatio: rateText(FUND_HOUR_PPM),
    fundHourInterestRatio: rateText(FUND_HOUR_INTEREST_PPM),
    fundHourMin: String(FUND_HOUR_COINS_MIN),
  };
}

/** Hours between two fundings of a contract. */
export function fundingHours({ contract }: ContractInstrument): string {
  return String(contract.fundingIntervalMs / HOUR_MS);
}

/** Risk tiers. */
export const positionTiers = publicRoute(specs.mix.positionTiers, ({ views }, request) => {
  const { symbol, contract } = contractOf(views, request.productType, request.symbol);
  return contract.tiers.map(({ upTo, leverageMax, maintenancePpm }, i) => ({
    symbol,
    level: String(i + 1),
    startUnit: String(contract.tiers[i - 1]?.upTo ?? 0),
    endUnit: String(upTo),
    leverage: String(leverageMax),
    keepMarginRate: rateText(maintenancePpm),
  }));
});

/** Limits of one position and of all. */
export const oiLimit = publicRoute(specs.mix.oiLimit, ({ views }, { productType, symbol }) =>
  contractsOf(views, productType, symbol).map((contract) => {
    const { tiers, openInterestMax } = contract.contract;
    const { mark } = views.contracts.contract(contract.id);
    const total = BigInt(openInterestMax) * BigInt(mark) * BigInt(contract.quoteFactor);
    return {
      symbol: contract.symbol,
      notionalValue: String(tiers.at(-1)?.upTo ?? 0),
      totalNotionalValue: amountText(knownAsset(views, contract.quote), total),
    };
  }),
);
