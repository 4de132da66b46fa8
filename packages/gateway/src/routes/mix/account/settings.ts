/** What an account chooses for its contracts. */
import { CommandKind, EVERY_INSTRUMENT, PositionLeg, PositionMode } from '@halcyon/domain';
import { type PosModeWord, specs, USDT_FUTURES, WireError } from '@halcyon/protocol';
import { setTraderLeverage, setTraderMarginMode } from '../../../copying/trader-orders.ts';
import { knownAsset, signedRoute, submit } from '../../../http/context.ts';
import { futuresAccount, requestedContract } from '../../../translate/contract-requests.ts';
import {
  choose,
  leverageAsked,
  leverageTexts,
  marginLeg,
} from '../../../translate/contract-settings.ts';
import { marginModeOf } from '../../../translate/contract-words.ts';
import { unitsOf } from '../../../translate/scaled.ts';
import { traderOf } from '../../copy/who.ts';

/** Leverage in a contract, of one direction or both. */
export const setLeverage = signedRoute(specs.mix.setLeverage, async (context, request, caller) => {
  const { views } = context;
  const contract = requestedContract(views, request);
  const account = futuresAccount(caller);
  const { id: instrument, symbol } = contract;
  const asked = leverageAsked(views, account, contract, request);
  if (caller.portfolio !== undefined) {
    const trader = await traderOf(context, caller, {});
    await setTraderLeverage(context, trader, contract, asked);
  } else await choose(context, { kind: CommandKind.setLeverage, account, instrument, ...asked });
  const { cross, long, short, marginMode } = leverageTexts(views, account, contract);
  return {
    symbol,
    marginCoin: knownAsset(views, contract.quote).code,
    longLeverage: long,
    shortLeverage: short,
    crossMarginLeverage: cross,
    marginMode,
  };
});

/** One leverage in all contracts; refused for one of them, it is for all. */
export const setAllLeverage = signedRoute(
  specs.mix.setAllLeverage,
  async (context, { productType, leverage }, caller) => {
    mustBeUsdt(productType, specs.mix.setAllLeverage.path);
    const account = futuresAccount(caller);
    const instrument = EVERY_INSTRUMENT;
    const all = { account, instrument, leg: PositionLeg.net, leverage: Number(leverage) };
    const { views } = context;
    const settle = views.contracts.settleAsset;
    const quote = settle === undefined ? undefined : views.asset(settle);
    await choose(context, { kind: CommandKind.setLeverage, ...all }, { quote });
    return 'success' as const;
  },
);

/** Cross or isolated margin in a contract. */
export const setMarginMode = signedRoute(
  specs.mix.setMarginMode,
  async (context, request, caller) => {
    const { views } = context;
    const contract = requestedContract(views, request);
    const account = futuresAccount(caller);
    const mode = marginModeOf(request.marginMode);
    const { id: instrument, symbol } = contract;
    if (caller.portfolio !== undefined) {
      const trader = await traderOf(context, caller, {});
      await setTraderMarginMode(context, trader, contract, mode);
    } else await choose(context, { kind: CommandKind.setMarginMode, account, instrument, mode });
    const { long, short, marginMode } = leverageTexts(views, account, contract);
    const marginCoin = knownAsset(views, contract.quote).code;
    return { symbol, marginCoin, longLeverage: long, shortLeverage: short, marginMode };
  },
);

/** One position a contract, or a long and a short one. */
export const setPositionMode = signedRoute(
  specs.mix.setPositionMode,
  async (context, { productType, posMode }, caller) => {
    mustBeUsdt(productType, specs.mix.setPositionMode.path);
    const account = futuresAccount(caller);
    const mode = posMode === 'hedge_mode' ? PositionMode.hedge : PositionMode.oneWay;
    if (caller.portfolio !== undefined) {
      mustBeModeOf(context.views.contracts.positionMode(account), mode, posMode);
      return { posMode };
    }
    await choose(context, { kind: CommandKind.setPositionMode, account, mode });
    return { posMode };
  },
);

/** @throws WireError fieldValue: the mode of a copy portfolio is chosen once */
function mustBeModeOf(own: PositionMode, asked: PositionMode, value: PosModeWord): void {
  if (asked === own) return;
  const word = own === PositionMode.hedge ? 'hedge_mode' : 'one_way_mode';
  const expected = `${word}, as it was chosen when the copy portfolio was opened`;
  throw new WireError('fieldValue', { field: 'posMode', expected, value });
}

/** Adds margin to an isolated position, or takes some. */
export const setMargin = signedRoute(specs.mix.setMargin, async (context, request, caller) => {
  const { views } = context;
  const contract = requestedContract(views, request);
  const account = futuresAccount(caller);
  const leg = marginLeg(views, account, contract, request.holdSide);
  const asset = knownAsset(views, contract.quote);
  const taken = request.amount.startsWith('-');
  const units = unitsOf('amount', taken ? request.amount.slice(1) : request.amount, asset);
  const amount = taken ? -units : units;
  const instrument = contract.id;
  const command = { kind: CommandKind.changeMargin, account, instrument, leg, amount } as const;
  await submit(context, command, { asset });
  return 'success' as const;
});

/** Whether margin is added by itself. */
export const setAutoMargin = signedRoute(
  specs.mix.setAutoMargin,
  async (context, request, caller) => {
    const { views } = context;
    const { productType = USDT_FUTURES, holdSide } = request;
    const contract = requestedContract(views, { ...request, productType });
    const account = futuresAccount(caller);
    const leg = marginLeg(views, account, contract, holdSide);
    const instrument = contract.id;
    const on = request.autoMargin === 'on' ? 1 : 0;
    await choose(context, { kind: CommandKind.setAutoMargin, account, instrument, leg, on });
    return 'success' as const;
  },
);

/** Only the margin coin backs positions. */
export const setAssetMode = signedRoute(
  specs.mix.setAssetMode,
  (_context, { productType, assetMode }) => {
    const { path } = specs.mix.setAssetMode;
    mustBeUsdt(productType, path);
    if (assetMode === 'single') return 'success' as const;
    throw new WireError('notHere', { area: 'accounts with union margin', path });
  },
);

/** Refused for everybody. */
export const unionConvert = signedRoute(specs.mix.unionConvert, () => {
  const { path } = specs.mix.unionConvert;
  throw new WireError('notHere', { area: 'accounts with union margin', path });
});

function mustBeUsdt(productType: string, path: string): void {
  if (productType === USDT_FUTURES) return;
  throw new WireError('notHere', { area: `contracts of ${productType}`, path });
}
