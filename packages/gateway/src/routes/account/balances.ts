import { type AccountId, AccountKind, accountOf, type UserId } from '@halcyon/domain';
import { type DataOf, specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { assetOf, knownAsset, signedRoute } from '../../http/context.ts';
import { futuresAccount } from '../../translate/contract-requests.ts';
import { equityUnits } from '../../translate/position-texts.ts';
import { amountText } from '../../translate/text.ts';
import { usdtText, usdtUnits, usdtValue } from '../../translate/value.ts';

type Balances = DataOf<typeof specs.account.allAccountBalance>;

/** Value of each kind of account in USDT; kinds that are not open are worth nothing. */
export const allAccountBalance = signedRoute(
  specs.account.allAccountBalance,
  ({ views }, _request, { user }): Balances => {
    const value = (kind: AccountKind) => accountValue(views, accountOf(user, kind));
    return [
      { accountType: 'spot', usdtBalance: value(AccountKind.spot) },
      { accountType: 'futures', usdtBalance: futuresValue(views, user) },
      { accountType: 'funding', usdtBalance: value(AccountKind.funding) },
      { accountType: 'earn', usdtBalance: '0' },
      { accountType: 'bots', usdtBalance: '0' },
      { accountType: 'margin', usdtBalance: marginValue(views, user) },
    ];
  },
);

function accountValue(views: Views, account: AccountId): string {
  return usdtText(heldUnits(views, account));
}

/** What an account holds, in units of USDT. */
function heldUnits(views: Views, account: AccountId): bigint {
  let sum = 0n;
  for (const balance of views.balances(account)) {
    const asset = knownAsset(views, balance.asset);
    sum += usdtUnits(views, asset, balance.available + balance.held) ?? 0n;
  }
  return sum;
}

/** What both margin accounts hold, less what they owe. */
function marginValue(views: Views, user: UserId): string {
  let sum = 0n;
  for (const kind of [AccountKind.crossMargin, AccountKind.isolatedMargin]) {
    const account = accountOf(user, kind);
    sum += heldUnits(views, account);
    for (const { asset, principal, interest } of views.loans.debts(account)) {
      sum -= usdtUnits(views, knownAsset(views, asset), BigInt(principal + interest)) ?? 0n;
    }
  }
  return usdtText(sum);
}

function futuresValue(views: Views, user: UserId): string {
  const settle = views.contracts.settleAsset;
  if (settle === undefined) return '0';
  const margin = views.contracts.marginAccount(futuresAccount({ user }));
  return usdtValue(views, knownAsset(views, settle), equityUnits(margin)) ?? '0';
}

/** Balances of the funding account. */
export const fundingAssets = signedRoute(
  specs.account.fundingAssets,
  ({ views }, { coin }, { user }) => {
    const account = accountOf(user, AccountKind.funding);
    const balances =
      coin === undefined
        ? views.balances(account).filter(({ available, held }) => available + held > 0n)
        : [views.balance(account, assetOf(views, coin).id)];
    return balances.map((balance) => {
      const asset = knownAsset(views, balance.asset);
      return {
        coin: asset.code,
        available: amountText(asset, balance.available),
        frozen: amountText(asset, balance.held),
        usdtValue: usdtValue(views, asset, balance.available + balance.held) ?? '0',
      };
    });
  },
);

/** Trading bots do not exist here, so they hold nothing. */
export const botAssets = signedRoute(specs.account.botAssets, () => []);
