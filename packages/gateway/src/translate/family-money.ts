/** What each account of a family has; shapes: domain/web/sub-accounts.ts. */
import { AccountKind, accountOf, NO_PAIR, type UserId, wireUserId } from '@halcyon/domain';
import type { FamilyMoney, FamilySpare } from '@halcyon/domain/web';
import type { Views } from '@halcyon/views';
import { knownAsset, type RestContext } from '../http/context.ts';
import { holdingsOf } from '../levels/level-basis.ts';
import { accountTexts } from './position-texts.ts';
import { amountText } from './text.ts';
import { usdtText, usdtUnits } from './value.ts';

/** The money of a person in a venue; of who never came there, none. */
export function moneyOf({ views, people }: RestContext, person: UserId): FamilyMoney {
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
  for (const { asset: id, available } of views.balances(accountOf(user, AccountKind.spot))) {
    const coin = knownAsset(views, id);
    if (available > 0n) {
      yield { account: 'spot', coin: coin.code, amount: amountText(coin, available) };
    }
  }
  const futures = accountTexts(views, accountOf(user, AccountKind.usdtFutures));
  if (futures !== null) {
    yield { account: 'usdt_futures', coin: futures.marginCoin, amount: futures.withdrawable };
  }
  const margin = accountOf(user, AccountKind.crossMargin);
  for (const { asset: id } of views.loans.holdings(margin, NO_PAIR).coins) {
    const coin = knownAsset(views, id);
    const units = views.loans.transferable(margin, id);
    if (units > 0) {
      yield { account: 'crossed_margin', coin: coin.code, amount: amountText(coin, units) };
    }
  }
}
