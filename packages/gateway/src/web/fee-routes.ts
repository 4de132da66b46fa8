/** Fee levels as the web app shows them; shapes: domain/web/fees.ts. */
import {
  contractRates,
  discountOf,
  type FeeGrant,
  type FeeRates,
  type LevelReceipt,
  levelOf,
  levelTerms,
  Product,
  pairRates,
  wireId,
} from '@halcyon/domain';
import {
  FEE_CHANGES_MAX,
  FEE_GRANT_NAMES,
  type FeeChangeInfo,
  type FeeGrantInfo,
  type FeeRatePair,
  type FeeRateRow,
} from '@halcyon/domain/web';
import { FeeChange, type FeeChangeRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { receiptOf, tradesOf } from '../levels/level-basis.ts';
import { factorOfLevel } from '../levels/request-limits.ts';
import { rateText } from '../translate/text.ts';
import { pageOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

const DAY_MS = 86_400_000;
const CHANGES = {
  [FeeChange.earned]: 'earned',
  [FeeChange.given]: 'given',
  [FeeChange.ended]: 'ended',
} as const;

const pairOf = ({ makerPpm, takerPpm }: FeeRates): FeeRatePair => {
  return { maker: rateText(makerPpm), taker: rateText(takerPpm) };
};

/** The rates of a tier; of contracts the most that one of them asks for. */
function rowOf(views: Views, tier: number): FeeRateRow {
  const terms = views.instruments(Product.usdtFutures).flatMap(({ contract }) => contract ?? []);
  const most = {
    makerPpm: Math.max(0, ...terms.map(({ makerPpm }) => makerPpm)),
    takerPpm: Math.max(0, ...terms.map(({ takerPpm }) => takerPpm)),
  };
  return {
    spot: pairOf(pairRates(views.fees, tier, false)),
    margin: pairOf(pairRates(views.fees, tier, true)),
    futures: pairOf(contractRates(views.fees, tier, most)),
  };
}

function grantInfo({ id, kind, value, until }: FeeGrant): FeeGrantInfo {
  return { id, kind: FEE_GRANT_NAMES[kind], value, until };
}

const schedule = webRoute('GET /fees', ({ live: { views, requestFactors = [] } }) => {
  const tiers = views.feeSchedule();
  return {
    levels: levelTerms(tiers).map(([spotVolume, futuresVolume, assets], level) => {
      const { withdrawalDay = null } = tiers[level]!;
      const asked = { spotVolume, futuresVolume, assets };
      const requests = factorOfLevel(requestFactors, level);
      return { level, ...rowOf(views, level), ...asked, withdrawalDay, requests };
    }),
  };
});

const own = webRoute('GET /fees/own', async (context, { session }) => {
  const { views, history } = context.live;
  const root = views.rootOf(session.uid);
  const tier = views.feeTier(root);
  const { earned, grants } = views.standings.of(root);
  const day = Math.floor(context.clock() / DAY_MS);
  const trades = (await tradesOf(views, history, [root], day)).get(root) ?? [];
  return {
    level: levelOf(tier),
    discount: discountOf(views.fees, tier),
    earned,
    earnedDay: views.standings.day.day,
    rates: rowOf(views, tier),
    grants: grants.map(grantInfo),
    now: receiptOf(views, root, day, trades),
  };
});

const changes = webRoute('GET /fees/changes', async (context, { session, fields }) => {
  const { views, history } = context.live;
  const { before, limit } = pageOf(fields, FEE_CHANGES_MAX);
  const user = views.rootOf(session.uid);
  // One more than is shown tells whether there is a page after it.
  const found = await history.feeChanges({
    user,
    beforeSeq: before,
    limit: Math.max(limit, 2) + 1,
  });
  const rows = wholeCommands(found, Math.max(limit, 2)).map(changeInfo);
  return { rows, next: rows.length < found.length ? (rows.at(-1)?.id ?? null) : null };
});

/** Rows of one command stay on one page: the page after it begins below its sequence. */
function wholeCommands(found: readonly FeeChangeRecord[], limit: number): FeeChangeRecord[] {
  if (found.length <= limit) return [...found];
  const cut = found[limit]!.seq;
  return found.slice(0, limit).filter(({ seq }) => seq !== cut);
}

function changeInfo(row: FeeChangeRecord): FeeChangeInfo {
  const { seq, change, grantId, grantKind, value, until, receipt, reason, time } = row;
  const isGrant = change !== FeeChange.earned;
  const grant = { id: grantId, kind: grantKind as FeeGrant['kind'], value, until };
  return {
    id: wireId(seq),
    change: CHANGES[change],
    grant: isGrant ? grantInfo(grant) : null,
    level: value,
    receipt: isGrant ? null : (JSON.parse(receipt) as LevelReceipt),
    reason,
    time,
  };
}

/** The routes of this file. */
export const FEE_ROUTES: readonly WebRoute[] = [schedule, own, changes];
