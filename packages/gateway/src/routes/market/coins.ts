import type { Asset } from '@halcyon/domain';
import { type DataOf, specs } from '@halcyon/protocol';
import { withdrawUnits } from '../../config/wallet.ts';
import { assetOf, publicRoute, type RestContext } from '../../http/context.ts';
import { amountText } from '../../translate/text.ts';

type CoinRow = DataOf<typeof specs.market.coins>[number];

/** Coins; they all move on the one chain there is. */
export const coins = publicRoute(specs.market.coins, (context, { coin }) => {
  const { views } = context;
  const assets = coin === undefined ? views.assets() : [assetOf(views, coin)];
  return assets.map((asset) => coinRow(asset, context));
});

function coinRow(asset: Asset, context: RestContext): CoinRow {
  const { fee, min } = withdrawUnits(context, asset);
  const { name, confirmationsNeeded, explorer } = context.chainTerms;
  return {
    coinId: String(asset.id),
    coin: asset.code,
    transfer: 'true',
    chains: [
      {
        chain: name,
        needTag: 'false',
        withdrawable: 'true',
        rechargeable: 'true',
        withdrawFee: amountText(asset, fee),
        extraWithdrawFee: '0',
        depositConfirm: String(confirmationsNeeded),
        withdrawConfirm: String(confirmationsNeeded),
        minDepositAmount: amountText(asset, 1),
        minWithdrawAmount: amountText(asset, min),
        browserUrl: explorer,
        contractAddress: '',
        withdrawStep: '0',
        withdrawMinScale: String(asset.scale),
        congestion: 'normal',
      },
    ],
  };
}
