import {
  crossPositions,
  isIsolated,
  MarginMode,
  PositionLeg,
  positionInitial,
  positionProfit,
} from '@halcyon/domain';
import { type DataOf, specs, USDT_FUTURES } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { contractsOf, signedRoute } from '../../../http/context.ts';
import { futuresAccount, requestedContract } from '../../../translate/contract-requests.ts';
import { leverageTexts } from '../../../translate/contract-settings.ts';
import { marginModeWord, posModeWord } from '../../../translate/contract-words.ts';
import { type AccountTexts, accountTexts, marginText } from '../../../translate/position-texts.ts';
import { amountText } from '../../../translate/text.ts';

type AccountRow = DataOf<typeof specs.mix.mixAccounts>[number];

/** The account with its settings in one contract. */
export const account = signedRoute(specs.mix.mixAccount, ({ views }, request, caller) => {
  const contract = requestedContract(views, request);
  const id = futuresAccount(caller);
  const texts = accountTexts(views, id);
  if (texts === null) throw new Error('a contract is listed, but its account has no margin coin');
  const { marginMode, cross, long, short } = leverageTexts(views, id, contract);
  return {
    ...balances(views, id, texts),
    crossedMarginLeverage: cross,
    isolatedLongLever: long,
    isolatedShortLever: short,
    marginMode,
    posMode: posModeWord(views.contracts.positionMode(id)),
  };
});

/** The account of each margin coin: there is one of USDT. */
export const accounts = signedRoute(specs.mix.mixAccounts, ({ views }, { productType }, caller) => {
  const id = futuresAccount(caller);
  const texts = productType === USDT_FUTURES ? accountTexts(views, id) : null;
  return texts === null ? [] : [accountRow(views, id, texts)];
});

function accountRow(views: Views, id: number, texts: AccountTexts): AccountRow {
  const margin = views.contracts.marginAccount(id);
  const isolated = margin.positions.filter((each) => each.lots !== 0 && isIsolated(each));
  const own = isolated.reduce((sum, each) => sum + BigInt(each.margin), 0n);
  const initial = crossPositions(margin).reduce((sum, each) => sum + positionInitial(each), 0);
  const { marginCoin, available } = texts;
  return {
    ...balances(views, id, texts),
    isolatedMargin: amountText(views.assetByCode(marginCoin), own),
    crossedMargin: marginText(initial),
    unionTotalMagin: '0',
    unionTotalMargin: '0',
    unionAvailable: '0',
    unionMm: '0',
    assetList: [{ coin: marginCoin, balance: available, available }],
  };
}

/** The account of a sub-account as its root sees it; null without contracts. */
export function subAccountRow(views: Views, id: number) {
  const texts = accountTexts(views, id);
  return texts === null ? null : balances(views, id, texts);
}

/** What both kinds of row say. */
function balances(views: Views, id: number, texts: AccountTexts) {
  const { positions } = views.contracts.marginAccount(id);
  const open = positions.filter(({ lots }) => lots !== 0);
  const profitOf = (mode: MarginMode): string =>
    marginText(
      open
        .filter(({ marginMode }) => marginMode === mode)
        .reduce((sum, each) => sum + positionProfit(each), 0),
    );
  return {
    marginCoin: texts.marginCoin,
    locked: texts.locked,
    available: texts.available,
    crossedMaxAvailable: texts.free,
    isolatedMaxAvailable: texts.freeForIsolated,
    maxTransferOut: texts.withdrawable,
    accountEquity: texts.equity,
    usdtEquity: texts.equity,
    btcEquity: texts.btcEquity,
    crossedRiskRate: texts.crossRatio,
    unrealizedPL: texts.unrealised,
    coupon: '0',
    crossedUnrealizedPL: profitOf(MarginMode.cross),
    isolatedUnrealizedPL: profitOf(MarginMode.isolated),
    assetMode: 'single' as const,
  };
}

/** Contracts in which the account has isolated margin. */
export const isolatedSymbols = signedRoute(
  specs.mix.isolatedSymbols,
  ({ views }, { productType }, caller) => {
    const id = futuresAccount(caller);
    return contractsOf(views, productType, undefined)
      .map((contract) => ({
        symbol: contract.symbol,
        mode: views.contracts.settings(id, contract.id, PositionLeg.net).marginMode,
      }))
      .filter(({ mode }) => mode === MarginMode.isolated)
      .map(({ symbol, mode }) => ({ symbol, marginMode: marginModeWord(mode) }));
  },
);
