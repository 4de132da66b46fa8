/** Routes of followers: whom they follow and what is copied. */
import { CopyExit, parseWireUserId, wireId, wireUserId } from '@halcyon/domain';
import { type RequestOf, specs, USDT_FUTURES, WireError } from '@halcyon/protocol';
import { type CopyFollowerRecord, type CopyTrackRecord, PAGE_LIMIT_MAX } from '@halcyon/records';
import type { Caller } from '../../auth/authenticate.ts';
import { followTrader, setChoices, settleCoin, stopCopying } from '../../copying/portfolios.ts';
import { closeTraderPosition } from '../../copying/trader-orders.ts';
import {
  type ContractInstrument,
  contractsOf,
  knownAsset,
  type RestContext,
  signedRoute,
} from '../../http/context.ts';
import { contractFilter } from '../../translate/contract-requests.ts';
import { isLong, marginModeOf } from '../../translate/contract-words.ts';
import {
  choicesIn,
  FIRST_NAMES,
  firstChoices,
  SETTING_NAMES,
  settingRows,
} from '../../translate/copy-following.ts';
import { copyAccount, copyEquity } from '../../translate/copy-rows.ts';
import { trackingNo } from '../../translate/copy-tracks.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { amountText, sizeText } from '../../translate/text.ts';
import { numberedPage, windowOf } from './pages.ts';
import { mustSetStop, setStopsOf } from './stops.ts';
import { followingOf, rootUser } from './who.ts';

const DONE = 'success' as const;

export const follow = signedRoute(specs.copy.followTrader, async (context, request, caller) => {
  const root = rootUser(context, caller);
  const { traderId: trader, copyAmount: amount, code } = request;
  const choices = firstChoices(request, settleCoin(context));
  const named = { trader, amount, ...(code !== undefined && { code }) };
  await followTrader(context, root, named, choices, {
    ...{ ...FIRST_NAMES, amount: 'copyAmount', trader: 'traderId' },
  });
  return DONE;
});

/** The caller's portfolio that follows a trader. @throws WireError copyPortfolioNotFound */
async function followerOf(
  context: RestContext,
  caller: Caller,
  traderId: string,
): Promise<CopyFollowerRecord> {
  const [found] = await followingOf(context, caller, parseWireUserId(traderId));
  if (found === undefined) throw new WireError('copyPortfolioNotFound');
  return found;
}

export const setFollowing = signedRoute(
  specs.copy.setFollowing,
  async (context, request, caller) => {
    const follower = await followerOf(context, caller, request.traderId);
    await setChoices(context, follower, choicesIn(context.views, request), SETTING_NAMES);
    return DONE;
  },
);

export const following = signedRoute(specs.copy.following, async (context, request, caller) => {
  const { views } = context;
  const { settings, asset } = await followerOf(context, caller, request.traderId);
  return {
    followerEnable: settings.paused === 0 ? ('YES' as const) : ('NO' as const),
    detailList: settingRows(views, settings, knownAsset(views, asset)),
  };
});

export const leave = signedRoute(specs.copy.leaveTrader, async (context, request, caller) => {
  const follower = await followerOf(context, caller, request.traderId);
  const { exit } = request;
  const said = exit === 'take_over' ? CopyExit.takeOver : CopyExit.close;
  await stopCopying(context, follower, exit === undefined ? follower.settings.exit : said);
  return DONE;
});

export const traders = signedRoute(specs.copy.followedTraders, async (context, request, caller) => {
  const { views, history } = context;
  const query = { root: rootUser(context, caller), open: true };
  const page = { ...numberedPage(request), ...windowOf(request) };
  const found = await history.copyFollowers({ ...query, ...page }, { minSeq: views.seq });
  const followed = await Promise.all(
    found.map(({ trader }) => history.copyTraders({ id: trader }, { minSeq: views.seq })),
  );
  return found.map((record, i) => {
    const { id, trader, asset, openedAt, paidIn, shared } = record;
    const amount = (units: bigint): string => amountText(knownAsset(views, asset), units);
    const profit = copyEquity(views, id) - paidIn;
    const open = views.contracts.positions(copyAccount(id));
    const of = followed[i]?.[0];
    return {
      certificationType: 'none' as const,
      ...{ traderId: wireUserId(trader), traderName: wireUserId(trader) },
      maxFollowLimit: String(of?.terms.followersMax ?? 0),
      followCount: String(of?.followers ?? 0),
      ...{ bgbMaxFollowLimit: '0', bgbFollowCount: '0' },
      traceTotalMarginAmount: amount(paidIn),
      traceTotalNetProfit: amount(profit),
      traceTotalProfit: amount(profit + shared),
      currentTradingPairs: open.map(({ instrument }) => rowInstrument(views, instrument).symbol),
      followerTime: String(openedAt),
    };
  });
});

export const quantityLimit = signedRoute(specs.copy.followSizes, ({ views }, request) => {
  const { productType, symbol } = request;
  if (productType !== USDT_FUTURES) return [];
  return contractsOf(views, productType, symbol).map((contract) => ({
    symbol: contract.symbol,
    minFollowSize: sizeText(contract, contract.quantityMin),
    maxFollowSize: sizeText(contract, contract.quantityMax),
  }));
});

/** Of several each is tried; refused is the request where all are. */
export const closeOwn = signedRoute(
  specs.copy.closeFollowerPositions,
  async (context, request, caller) => {
    const { views } = context;
    const root = rootUser(context, caller);
    const orders: string[] = [];
    let refusal = new WireError('positionNotFound');
    for (const { portfolio, instrument, leg } of await heldTracks(context, request, caller)) {
      const contract = rowInstrument(views, instrument) as ContractInstrument;
      try {
        const order = await closeTraderPosition(context, { root, id: portfolio }, contract, {
          leg,
        });
        orders.push(wireId(order));
      } catch (thrown) {
        if (!(thrown instanceof WireError)) throw thrown;
        refusal = thrown;
      }
    }
    if (orders.length === 0) throw refusal;
    return { orderIdList: orders };
  },
);

/** Open positions of the caller that follow traders, and that a request means. */
async function heldTracks(
  context: RestContext,
  request: Omit<RequestOf<typeof specs.copy.closeFollowerPositions>, 'marginCoin'>,
  caller: Caller,
): Promise<CopyTrackRecord[]> {
  const { views, history } = context;
  const { traderId, trackingNo: tracked, marginMode, holdSide } = request;
  const chosen = contractFilter(views, request);
  if (chosen === null) return [];
  const trader = traderId === undefined ? undefined : parseWireUserId(traderId);
  const followed = await followingOf(context, caller, trader);
  const of = followed.map(({ id, trader }) => ({ portfolio: id, trader }));
  const query = { ...chosen, of, open: true, limit: PAGE_LIMIT_MAX };
  const found = await history.copyTracks(query, { minSeq: views.seq });
  return found.filter((record) => {
    const { portfolio, instrument, lots } = record;
    if (tracked !== undefined && trackingNo(record) !== tracked) return false;
    if (holdSide !== undefined && isLong(holdSide) !== lots > 0) return false;
    if (marginMode === undefined) return true;
    const { marginMode: own } = views.contracts.settings(copyAccount(portfolio), instrument);
    return own === marginModeOf(marginMode);
  });
}

export const setOwnStops = signedRoute(
  specs.copy.setFollowerStops,
  async (context, request, caller) => {
    mustSetStop(request);
    const root = rootUser(context, caller);
    const [held] = await heldTracks(context, request, caller);
    if (held === undefined) throw new WireError('positionNotFound');
    await setStopsOf(context, { root, id: held.portfolio }, held, request);
    return DONE;
  },
);
