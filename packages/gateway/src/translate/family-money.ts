/** What each account of a family has; shapes: domain/web/sub-accounts.ts. */
import { type AccountId, AccountKind, accountOf, type UserId, wireUserId } from '@halcyon/domain';
import type { FamilyMoney, FamilyPair, FamilySpare } from '@halcyon/domain/web';
import type { Views } from '@halcyon/views';
import { knownAsset, type RestContext } from '../http/context.ts';
import { holdingsOf } from './holdings.ts';
import { accountTexts } from './position-texts.ts';
import { amountText } from './text.ts';
import { usdtText, usdtUnits } from './value.ts';

/** Accounts that all available money may leave. */
const PLAIN = [
  ['spot', AccountKind.spot],
  ['p2p', AccountKind.funding],
] as const;

/** The money of a person in a venue; of who never came there, none. */
export function moneyOf(
  { views, people }: Pick<RestContext, 'views' | 'people'>,
  person: UserId,
): FamilyMoney {
  const user = people.userOf(person);
  const uid = wireUserId(person);
  if (user === undefined) return { uid, value: '0', spare: [] };
  return { uid, value: valueText(views, user), spare: [...spareOf(views, user)] };
}

function valueText(views: Views, user: UserId): string {
  const held = [...holdingsOf(views, [user])];
  return usdtText(
    held.reduce((sum, [asset, units]) => sum + (usdtUnits(views, asset, units) ?? 0n), 0n),
  );
}

function* spareOf(views: Views, user: UserId): Generator<FamilySpare> {
  for (const [account, kind] of PLAIN) {
    for (const { asset: id, available } of views.balances(accountOf(user, kind))) {
      const coin = knownAsset(views, id);
      if (available > 0n) yield { account, coin: coin.code, amount: amountText(coin, available) };
    }
  }
  const futures = accountTexts(views, accountOf(user, AccountKind.usdtFutures));
  if (futures !== null) {
    yield { account: 'usdt_futures', coin: futures.marginCoin, amount: futures.withdrawable };
  }
  yield* marginOf(views, accountOf(user, AccountKind.crossMargin));
  yield* marginOf(views, accountOf(user, AccountKind.isolatedMargin));
}

/** What may leave a margin account, an isolated one by its pairs. */
function* marginOf(views: Views, margin: AccountId): Generator<FamilySpare> {
  const { loans } = views;
  for (const place of loans.places(margin)) {
    const symbol = views.instrument(place)?.symbol;
    const account = symbol === undefined ? 'crossed_margin' : 'isolated_margin';
    for (const { asset: id } of loans.holdings(margin, place).coins) {
      const coin = knownAsset(views, id);
      const units = loans.transferable(margin, id, place);
      if (units === 0) continue;
      const amount = amountText(coin, units);
      yield { account, ...(symbol !== undefined && { symbol }), coin: coin.code, amount };
    }
  }
}

/** The pairs that have isolated margin. */
export function pairsOf(views: Views): FamilyPair[] {
  return views.loans.pairs().map(({ instrument, base, quote }) => ({
    symbol: views.instrument(instrument)!.symbol,
    base: knownAsset(views, base).code,
    quote: knownAsset(views, quote).code,
  }));
}
