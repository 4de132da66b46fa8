/** What may move between the accounts of a person. */

import { withdrawableOf } from '@halcyon/domain';
import { toText } from '../../data/decimal.ts';
import type { TransferAccount } from '../../data/rest/movements.ts';
import { useAssets } from '../../data/state/account.ts';
import { useFuturesMargin } from '../../data/state/contract-account.ts';
import {
  coinIn,
  coinText,
  type MarginPlace,
  transferable,
  useMarginAccount,
} from '../../data/state/margin.ts';

/** The coin that futures accounts are kept in, until the account itself has said so. */
const COIN = 'USDT';
const SCALE = 8;

/** Where a transfer goes from and to. */
export interface TransferWay {
  readonly from: TransferAccount;
  readonly to: TransferAccount;
}

function isOf({ from, to }: TransferWay, account: TransferAccount): boolean {
  return from === account || to === account;
}

/** The coins that every account of a way takes; a spot account takes all. */
export function coinsOfWay(
  way: TransferWay,
  taken: Readonly<Partial<Record<TransferAccount, readonly string[]>>>,
): readonly string[] {
  const lists = [taken[way.from], taken[way.to]].filter((list) => list !== undefined);
  const [first = [], second] = lists;
  return second === undefined ? first : first.filter((coin) => second.includes(coin));
}

/** What may leave a margin account, as text. */
function spareIn(place: MarginPlace | undefined, coin: string): string | undefined {
  if (place === undefined) return undefined;
  const own = coinIn(place, coin);
  return own === undefined ? '0' : coinText(own, transferable(place, own));
}

/** The coins of a way, and what of one may leave; undefined while it is not known. */
export function useSpare(way: TransferWay, symbol: string, chosen: string) {
  const assets = useAssets().data;
  const futures = useFuturesMargin();
  const cross = useMarginAccount('crossed', '', isOf(way, 'crossed_margin')).account;
  // All pairs: which there are is asked here too.
  const isolated = useMarginAccount('isolated', symbol, isOf(way, 'isolated_margin')).account;
  const pairs = isolated?.read.pairs ?? [];
  const pair = pairs.find((one) => one.symbol === symbol) ?? pairs[0];
  const coins = coinsOfWay(way, {
    usdt_futures: [futures?.coin ?? COIN],
    crossed_margin: cross?.read.coins.map((lent) => lent.coin) ?? [],
    isolated_margin: pair === undefined ? [] : [pair.quote, pair.base],
  });
  const coin = coins.includes(chosen) ? chosen : (coins[0] ?? COIN);
  const lent = [...(cross?.read.coins ?? []), ...(isolated?.read.coins ?? [])];
  const scale = lent.find((one) => one.coin === coin)?.scale ?? futures?.scale ?? SCALE;
  const spare: Readonly<Record<TransferAccount, string | undefined>> = {
    spot: assets === undefined ? undefined : (assets.get(coin)?.available ?? '0'),
    usdt_futures:
      futures === null ? undefined : toText(BigInt(withdrawableOf(futures.margin)), futures.scale),
    crossed_margin: spareIn(cross?.places[0], coin),
    isolated_margin: spareIn(
      isolated?.places.find((place) => place.symbol === pair?.symbol),
      coin,
    ),
  };
  return { coins, coin, scale, pairs, pair: pair?.symbol ?? '', spare: spare[way.from] };
}
