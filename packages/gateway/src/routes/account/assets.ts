import type { Asset } from '@halcyon/domain';
import { type DataOf, specs } from '@halcyon/protocol';
import type { BalanceView } from '@halcyon/views';
import { assetOf, knownAsset, signedRoute } from '../../http/context.ts';
import { amountText } from '../../translate/text.ts';

type AssetRow = DataOf<typeof specs.account.assets>[number];

/** Balances of the spot account: those above zero, or all that were ever touched. */
export const assets = signedRoute(specs.account.assets, ({ views }, request, { account }) => {
  const { coin, assetType } = request;
  if (coin !== undefined) {
    const asset = assetOf(views, coin);
    return [assetRow(asset, views.balance(account, asset.id))];
  }
  return views
    .balances(account)
    .filter(({ available, held }) => assetType === 'all' || available + held > 0n)
    .map((balance) => assetRow(knownAsset(views, balance.asset), balance));
});

/** A balance on the wire. */
export function assetRow(asset: Asset, balance: BalanceView): AssetRow {
  return {
    coin: asset.code,
    available: amountText(asset, balance.available),
    frozen: amountText(asset, balance.held),
    locked: '0',
    limitAvailable: '0',
    uTime: String(balance.updatedTime),
  };
}
