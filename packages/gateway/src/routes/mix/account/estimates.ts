/** What an order would be, before it is placed. */
import { specs } from '@halcyon/protocol';
import { knownAsset, signedRoute } from '../../../http/context.ts';
import { largestOrder, lotsFor, questionOf } from '../../../translate/contract-estimates.ts';
import { futuresAccount, requestedContract } from '../../../translate/contract-requests.ts';
import { checkLeverage } from '../../../translate/contract-settings.ts';
import { bigUnitsOf, lotsOf, ticksOf } from '../../../translate/scaled.ts';
import { priceText, sizeText } from '../../../translate/text.ts';

/** The size that an amount of margin opens. */
export const openCount = signedRoute(specs.mix.openCount, ({ views }, request, caller) => {
  const contract = requestedContract(views, request);
  const account = futuresAccount(caller);
  const units = bigUnitsOf('openAmount', request.openAmount, knownAsset(views, contract.quote));
  const price = ticksOf('openPrice', request.openPrice, contract);
  const chosen = views.contracts.settings(account, contract.id).leverage;
  const leverage =
    request.leverage === undefined ? chosen : checkLeverage(contract, request.leverage);
  const { takerPpm } = views.contracts.feeRates(account, contract.id);
  return { size: sizeText(contract, lotsFor(contract, units, price, leverage, takerPpm)) };
});

/** The largest order that can be placed now. */
export const maxOpen = signedRoute(specs.mix.maxOpen, ({ views }, request, caller) => {
  const contract = requestedContract(views, request);
  const account = futuresAccount(caller);
  const question = questionOf(views, account, contract, request);
  return { maxOpen: sizeText(contract, largestOrder(views, account, contract, question)) };
});

/** Where the position would be liquidated after an order. */
export const liqPrice = signedRoute(specs.mix.liqPrice, ({ views }, request, caller) => {
  const contract = requestedContract(views, request);
  const account = futuresAccount(caller);
  const lots = lotsOf('openAmount', request.openAmount, contract);
  const question = questionOf(views, account, contract, request)(lots);
  const { liquidationPrice } = views.contracts.estimate(account, question);
  return { liqPrice: liquidationPrice === null ? '0' : priceText(contract, liquidationPrice) };
});
