/** What somebody's fee level follows from, read from the views and the records. */
import {
  type Asset,
  formatDecimal,
  LEVEL_DAYS,
  type LevelReceipt,
  levelTerms,
  type ReceiptTrades,
  type UserId,
} from '@halcyon/domain';
import type { HistoryApi, VolumeRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { holdingsOf } from '../translate/holdings.ts';
import { usdtPriceText, usdtUnits } from '../translate/value.ts';

/** Coins that count: the most valuable, so that a receipt has an end. */
const COINS_MAX = 100;
/** Users that the records are asked about at once. */
const USERS_AT_ONCE = 200;

/** What each of some owners traded up to a day, all their accounts together. */
export async function tradesOf(
  views: Views,
  history: Pick<HistoryApi, 'volumes'>,
  roots: readonly UserId[],
  day: number,
): Promise<Map<UserId, ReceiptTrades[]>> {
  const users = roots.flatMap((root) => familyOf(views, root));
  const fromDay = Math.max(0, day - LEVEL_DAYS + 1);
  const sums = new Map<UserId, Map<string, Traded>>(roots.map((root) => [root, new Map()]));
  for (let at = 0; at < users.length; at += USERS_AT_ONCE) {
    const asked = users.slice(at, at + USERS_AT_ONCE);
    const found = await history.volumes({ users: asked, fromDay, toDay: day });
    for (const row of found) addVolume(views, sums.get(views.rootOf(row.user))!, row);
  }
  return new Map(
    [...sums].map(([root, byKey]) => [
      root,
      [...byKey.values()].map(({ day: of, product, asset, value }) => {
        return [of, product, asset.code, formatDecimal(value, asset.scale)] as const;
      }),
    ]),
  );
}

interface Traded {
  readonly day: number;
  readonly product: ReceiptTrades[1];
  readonly asset: Asset;
  value: bigint;
}

function addVolume(views: Views, sums: Map<string, Traded>, row: VolumeRecord): void {
  const instrument = views.instrument(row.instrument);
  const asset = instrument && views.asset(instrument.quote);
  if (instrument === undefined || asset === undefined) return;
  const product = instrument.contract === null ? 'spot' : 'futures';
  const key = `${row.day} ${product} ${asset.id}`;
  const known = sums.get(key);
  if (known !== undefined) known.value += row.value;
  else sums.set(key, { day: row.day, product, asset, value: row.value });
}

/** The receipt of an owner now. @param trades what `tradesOf` says of it */
export function receiptOf(
  views: Views,
  root: UserId,
  day: number,
  trades: readonly ReceiptTrades[],
): LevelReceipt {
  const held = [...holdingsOf(views, familyOf(views, root))]
    .map(([asset, units]) => ({ asset, units, value: usdtUnits(views, asset, units) ?? 0n }))
    .filter(({ value }) => value !== 0n)
    .sort((a, b) => Number(magnitude(b.value) - magnitude(a.value)) || a.asset.id - b.asset.id)
    .slice(0, COINS_MAX);
  const assets = held.map(({ asset, units }) => {
    return [asset.code, formatDecimal(units, asset.scale)] as const;
  });
  const coins = new Set([...trades.map(([, , coin]) => coin), ...assets.map(([coin]) => coin)]);
  const prices: Record<string, string> = {};
  for (const coin of coins) {
    const asset = views.assetByCode(coin);
    const price = asset && usdtPriceText(views, asset);
    if (price) prices[coin] = price;
  }
  return { day, trades, assets, prices, terms: levelTerms(views.feeSchedule()) };
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** An owner's user and those of its sub-accounts. */
function familyOf(views: Views, root: UserId): UserId[] {
  return [root, ...views.subAccounts(root)];
}
