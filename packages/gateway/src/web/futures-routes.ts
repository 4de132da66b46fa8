/** The futures account as the web app reckons with it; shapes: domain/web/futures.ts. */
import {
  type AccountId,
  AccountKind,
  accountOf,
  type InstrumentId,
  ownerOf,
  PositionLeg,
  PositionMode,
} from '@halcyon/domain';
import type { AccountContract, AccountPosition, FuturesAccount } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { orderedLots } from '../translate/position-texts.ts';
import { namedInstrument } from './list-filters.ts';
import { type WebRoute, webRoute } from './route.ts';

const PATH = '/futures/account';
/** Of an exchange on which none are listed. */
const NO_CONTRACTS = { area: 'contracts', path: PATH };

function contractRow(views: Views, account: AccountId, id: InstrumentId): AccountContract {
  const { symbol, quoteFactor, contract } = views.instrument(id)!;
  const { mark, time } = views.contracts.contract(id);
  const settings = (leg: PositionLeg) => views.contracts.settings(account, id, leg);
  return {
    symbol,
    quoteFactor,
    terms: contract!,
    takerPpm: views.contracts.feeRates(account, id).takerPpm,
    mark,
    pricesTime: time,
    settings: [settings(PositionLeg.net), settings(PositionLeg.long), settings(PositionLeg.short)],
  };
}

/** What a position has brought, and what of it is in orders that close it. */
function sumsOf(
  views: Views,
  account: AccountId,
  instrument: InstrumentId,
  leg: PositionLeg,
): Pick<AccountPosition, 'closing' | 'profit' | 'fees' | 'funding'> {
  const position = views.contracts.position(account, instrument, leg);
  if (position === undefined) return { closing: 0, profit: 0, fees: 0, funding: 0 };
  const { profit, fees, funding } = position;
  return { closing: orderedLots(views, position).closing, profit, fees, funding };
}

/** The account with what its positions stand in, and with one contract more. */
function accountRow(
  views: Views,
  account: AccountId,
  asked: InstrumentId | null,
): Omit<FuturesAccount, 'time'> {
  const { contracts } = views;
  const { wallet, positions } = contracts.marginAccount(account);
  const { settleAsset } = contracts;
  if (settleAsset === undefined) throw new WireError('notHere', NO_CONTRACTS);
  const settle = views.asset(settleAsset)!;
  const open = positions.filter(({ lots, buys, sells }) => lots !== 0 || buys !== 0 || sells !== 0);
  const involved = new Set(open.map(({ instrument }) => instrument));
  if (asked !== null) involved.add(asked);
  const rows = open.map(({ instrument, leg, lots, cost, margin, buys, sells }): AccountPosition => {
    const { symbol } = views.instrument(instrument)!;
    const settings = contracts.settings(account, instrument, leg);
    const sums = sumsOf(views, account, instrument, leg);
    return { symbol, leg, ...settings, lots, cost, margin, buys, sells, ...sums };
  });
  return {
    coin: settle.code,
    scale: settle.scale,
    wallet: String(wallet),
    hedge: contracts.positionMode(account) === PositionMode.hedge,
    contracts: [...involved].map((id) => contractRow(views, account, id)),
    positions: rows,
  };
}

const account = webRoute('GET /futures/account', async (context, request) => {
  const { venueContext, account: spot } = await context.trader(request);
  const query = request.fields;
  const asked = namedInstrument(venueContext.views, query, 'futures') ?? null;
  const futures = accountOf(ownerOf(spot), AccountKind.usdtFutures);
  return { ...accountRow(venueContext.views, futures, asked), time: context.clock() };
});

/** The routes. */
export const FUTURES_ROUTES: readonly WebRoute[] = [account];
