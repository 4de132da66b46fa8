/**
 * Users of the simulated copy trading: traders with a portfolio each, and followers. Opened and funded once; they pay fees like
 * anybody. Made only where copy trading is served.
 */
import type { ApiCredentials, CopyTraderAccess } from '@halcyon/client';
import {
  AccountKind,
  accountOf,
  CommandKind,
  PORTFOLIO_KEY_PERMISSIONS,
  PositionMode,
  pow10,
  wireUserId,
} from '@halcyon/domain';
import {
  COPY_FOLLOWED,
  COPY_FOLLOWER_MONEY,
  COPY_FOLLOWERS,
  COPY_TRADER_MONEY,
  COPY_TRADERS,
  type CopyFollowerName,
  type CopyTraderName,
} from '@halcyon/simulator';
import { freshKey, fund, type ParticipantContext, userOf } from './participants.ts';

/** Access of all of them, by name. */
export interface CopyCrowdAccess {
  readonly traders: ReadonlyMap<CopyTraderName, CopyTraderAccess>;
  readonly followers: ReadonlyMap<CopyFollowerName, ApiCredentials>;
}

const SHARE_PPM = 100_000;
const FOLLOWERS_MAX = 1_000;
const [FOLLOWER_LEAST, FOLLOWER_MOST] = [100, 100_000];

/**
 * Makes sure that all of them exist, have their first money and, if traders, a portfolio; old keys are deleted. Null where no
 * contracts are listed. @throws what the records throw where they do not know of all portfolios: no second one is opened
 */
export async function prepareCopyCrowd(
  context: ParticipantContext,
): Promise<CopyCrowdAccess | null> {
  const asset = context.views.contracts.settleAsset;
  const coin = asset === undefined ? undefined : context.views.asset(asset);
  if (coin === undefined) return null;
  const traders = new Map<CopyTraderName, CopyTraderAccess>();
  for (const name of COPY_TRADERS) {
    const root = await userOf(context, `copy-${name}`);
    await give(context, root, COPY_TRADER_MONEY);
    const portfolio = await portfolioOf(context, root, coin);
    if (portfolio === null) continue;
    const permissions = PORTFOLIO_KEY_PERMISSIONS;
    const credentials = await freshKey(context, root, { permissions, portfolio });
    traders.set(name, { credentials, id: wireUserId(portfolio) });
  }
  const followers = new Map<CopyFollowerName, ApiCredentials>();
  for (const name of COPY_FOLLOWERS) {
    const root = await userOf(context, `copy-${name}`);
    await give(context, root, COPY_FOLLOWER_MONEY * COPY_FOLLOWED);
    followers.set(name, await freshKey(context, root, { permissions: ['read', 'copy'] }));
  }
  return { traders, followers };
}

function give(context: ParticipantContext, root: number, coins: number): Promise<void> {
  const once = { asset: 'USDT', amount: String(coins), reference: 'copying' };
  return fund(context, accountOf(root, AccountKind.spot), [once]);
}

/** The portfolio of a trader, opened where there never was one; null = it has ended. */
async function portfolioOf(
  { engine, views, records }: ParticipantContext,
  root: number,
  coin: { readonly id: number; readonly scale: number },
): Promise<number | null> {
  const known = await records.history.copyTraders({ root }, { minSeq: views.seq });
  const open = known.find(({ endedAt }) => endedAt === 0);
  if (open !== undefined) return open.id;
  if (known.length > 0) return null;
  const unit = Number(pow10(coin.scale));
  const { code, id } = await engine.submit({
    ...{ kind: CommandKind.openCopyPortfolio, user: root, asset: coin.id },
    amount: BigInt(COPY_TRADER_MONEY * unit),
    terms: {
      ...{ sharePpm: SHARE_PPM, followersMax: FOLLOWERS_MAX, code: '' },
      ...{ amountMin: FOLLOWER_LEAST * unit, amountMax: FOLLOWER_MOST * unit },
    },
    positionMode: PositionMode.oneWay,
  });
  if (code !== 0) throw new Error(`the portfolio of a simulated trader was refused: ${code}`);
  return id;
}
