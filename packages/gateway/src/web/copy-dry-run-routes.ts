/** Trying settings of copying on a trader's kept orders before they apply. */
import { COPY_BEGINNING } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import { DRY_RUN_MS_MAX } from '@halcyon/records';
import { ownPortfolio } from '../copying/portfolios.ts';
import { knownAsset } from '../http/context.ts';
import { settingsOf } from '../translate/copy-choices.ts';
import { dryContracts, dryRunResult } from '../translate/copy-dry-run.ts';
import { copyAccount } from '../translate/copy-rows.ts';
import { bigUnitsOf } from '../translate/scaled.ts';
import { lookedAt } from './copy-trader-routes.ts';
import { type WebRoute, webRoute } from './route.ts';

/** The one of this file. The sums are worked out in the thread of the records. */
const dryRun = webRoute('POST /copy/dry-runs', async (context, request) => {
  const { live, dryRuns } = context;
  const { views, history, clock } = live;
  const { fields, session } = request;
  const { record } = await lookedAt(context, request);
  const { id: trader, asset, terms, openedAt, endedAt } = record;
  const coin = knownAsset(views, asset);
  const own =
    fields.portfolio === undefined
      ? null
      : (await ownPortfolio(live, session.uid, fields.portfolio)).follower;
  if (own !== null && own.trader !== trader) throw new WireError('copyPortfolioNotFound');
  const settings = settingsOf(views, fields, own?.settings ?? COPY_BEGINNING, coin);
  const amount = bigUnitsOf('amount', fields.amount, coin);
  const now = clock();
  const to = endedAt === 0 ? Math.max(now, openedAt) : endedAt;
  // What was before one followed is not of the own portfolio.
  const from = Math.max(openedAt, own?.openedAt ?? 0, to - DRY_RUN_MS_MAX);
  const portfolio = own?.id ?? 0;
  const sharePpm = own?.sharePpm ?? terms.sharePpm;
  const contracts = dryContracts(views, copyAccount(session.uid), coin);
  const setup = { trader, portfolio, settings, amount, sharePpm, from, to, contracts };
  const found = await dryRuns.run(session.uid, now, () =>
    history.copyDryRun(setup, { minSeq: views.seq }),
  );
  return dryRunResult(views, coin, found, { amount, to });
});

/** The routes of this file. */
export const COPY_DRY_RUN_ROUTES: readonly WebRoute[] = [dryRun];
