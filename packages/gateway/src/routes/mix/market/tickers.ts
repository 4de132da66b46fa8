import { type DataOf, specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import {
  type ContractInstrument,
  contractOf,
  contractsOf,
  knownAsset,
  publicRoute,
} from '../../../http/context.ts';
import {
  amountText,
  fundingRateText,
  priceText,
  rateText,
  sizeText,
} from '../../../translate/text.ts';
import { usdtVolumeText } from '../../../translate/value.ts';

type TickerRow = DataOf<typeof specs.mix.ticker>[number];

/** The ticker of one contract. */
export const ticker = publicRoute(specs.mix.ticker, ({ views }, { productType, symbol }) => [
  tickerRow(views, contractOf(views, productType, symbol)),
]);

/** Tickers of all contracts. */
export const tickers = publicRoute(specs.mix.tickers, ({ views }, { productType }) =>
  contractsOf(views, productType, undefined).map((contract) => tickerRow(views, contract)),
);

function tickerRow(views: Views, contract: ContractInstrument): TickerRow {
  const ticker = views.ticker(contract.id);
  const { index, mark, fundingRate, openInterest } = views.contracts.contract(contract.id);
  const price = (ticks: number) => priceText(contract, ticks);
  return {
    symbol: contract.symbol,
    lastPr: price(ticker.last),
    askPr: price(ticker.askPrice),
    bidPr: price(ticker.bidPrice),
    bidSz: sizeText(contract, ticker.bidSize),
    askSz: sizeText(contract, ticker.askSize),
    high24h: price(ticker.high),
    low24h: price(ticker.low),
    ts: String(ticker.time),
    change24h: rateText(ticker.changePpm),
    baseVolume: sizeText(contract, ticker.baseVolume),
    quoteVolume: amountText(knownAsset(views, contract.quote), ticker.quoteVolume),
    usdtVolume: usdtVolumeText(views, contract, ticker.quoteVolume),
    openUtc: price(ticker.openUtc),
    changeUtc24h: rateText(ticker.changeUtcPpm),
    indexPrice: price(index),
    fundingRate: fundingRateText(fundingRate),
    holdingAmount: sizeText(contract, openInterest),
    deliveryStartTime: '',
    deliveryTime: '',
    deliveryStatus: '',
    open24h: price(ticker.open),
    markPrice: price(mark),
  };
}

/** Last, index and mark price. */
export const symbolPrice = publicRoute(specs.mix.symbolPrice, ({ views }, request) => {
  const contract = contractOf(views, request.productType, request.symbol);
  const { index, mark } = views.contracts.contract(contract.id);
  const { last, time } = views.ticker(contract.id);
  return [
    {
      symbol: contract.symbol,
      price: priceText(contract, last),
      indexPrice: priceText(contract, index),
      markPrice: priceText(contract, mark),
      ts: String(time),
    },
  ];
});

/** What is open. */
export const openInterest = publicRoute(specs.mix.openInterest, ({ views, clock }, request) => {
  const contract = contractOf(views, request.productType, request.symbol);
  const size = sizeText(contract, views.contracts.contract(contract.id).openInterest);
  return { openInterestList: [{ symbol: contract.symbol, size }], ts: String(clock()) };
});
