/** Routes of traders: what the terms of a portfolio say of contracts and of who may join. */
import { CommandKind, type CopyTerms, InstrumentState } from '@halcyon/domain';
import { specs, WireError } from '@halcyon/protocol';
import type { CopyTraderRecord } from '@halcyon/records';
import type { Caller } from '../../auth/authenticate.ts';
import {
  contractsOf,
  knownAsset,
  type RestContext,
  signedRoute,
  submit,
} from '../../http/context.ts';
import { requestedContract } from '../../translate/contract-requests.ts';
import { sizeText } from '../../translate/text.ts';
import { ownTraders, traderOf } from './who.ts';

const DONE = 'success' as const;

/** A trader of which a request says nothing is the only one that the caller has; null = there are none, or several. */
async function askedTrader(
  context: RestContext,
  caller: Caller,
  request: { readonly traderId?: string },
): Promise<CopyTraderRecord | null> {
  if (caller.portfolio !== undefined || request.traderId !== undefined) {
    return traderOf(context, caller, request);
  }
  const [only, ...more] = await ownTraders(context, caller);
  return only === undefined || more.length > 0 ? null : only;
}

export const symbols = signedRoute(specs.copy.traderSymbols, async (context, request, caller) => {
  const trader = await askedTrader(context, caller, request);
  const { without = [] } = trader?.terms ?? {};
  return contractsOf(context.views, request.productType, undefined).map((contract) => {
    const open = contract.state === InstrumentState.open && !without.includes(contract.id);
    return {
      symbol: contract.symbol,
      openTrader: open ? ('YES' as const) : ('NO' as const),
      minOpenCount: sizeText(contract, contract.quantityMin),
      maxLeverage: String(contract.contract.tiers[0]?.leverageMax ?? 1),
      ...{ stopSurplusRatio: '', stopLossRatio: '' },
    };
  });
});

async function setTerms(
  context: RestContext,
  { root: user, id: portfolio, terms: before, asset }: CopyTraderRecord,
  change: Pick<CopyTerms, 'paused' | 'without'>,
): Promise<void> {
  const { shareMaxPpm: _, ...terms } = { ...before, ...change };
  const command = { kind: CommandKind.setCopyTerms, user, portfolio, terms } as const;
  await submit(context, command, { asset: knownAsset(context.views, asset) });
}

export const setSymbols = signedRoute(
  specs.copy.setTraderSymbols,
  async (context, request, caller) => {
    const trader = await traderOf(context, caller, request);
    const without = new Set(trader.terms.without);
    for (const [i, item] of request.settingList.entries()) {
      const { id } = requestedContract(context.views, item);
      for (const field of ['stopSurplusRatio', 'stopLossRatio'] as const) {
        checkNone(`settingList[${i}].${field}`, item[field]);
      }
      if (item.settingType === 'DELETE') without.add(id);
      else if (item.settingType === 'ADD') without.delete(id);
    }
    await setTerms(context, trader, { without: [...without].sort((a, b) => a - b) });
    return DONE;
  },
);

/** @throws WireError fieldValue for a ratio: stops of a trader are prices of a position */
function checkNone(field: string, value: string | undefined): void {
  if (value === undefined || /^[0.]+$/.test(value)) return;
  const expected = '0 or absent: order-modify-tpsl sets stops of each position';
  throw new WireError('fieldValue', { field, expected, value });
}

export const setBase = signedRoute(specs.copy.setTraderBase, changeBase);
export const setBaseNamed = signedRoute(specs.copy.setTraderBaseNamed, changeBase);

async function changeBase(
  context: RestContext,
  request: { readonly traderId?: string; readonly enable?: 'YES' | 'NO' },
  caller: Caller,
) {
  const { enable } = request;
  const trader = await traderOf(context, caller, request);
  if (enable !== undefined) await setTerms(context, trader, { paused: enable === 'NO' ? 1 : 0 });
  return DONE;
}
