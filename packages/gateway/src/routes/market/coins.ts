import type { Asset } from '@halcyon/domain';
import { type DataOf, specs } from '@halcyon/protocol';
import { assetOf, publicRoute } from '../../http/context.ts';
import { amountText } from '../../translate/text.ts';
import {
  CHAIN,
  CHAIN_CONFIRMATIONS,
  type WalletRules,
  withdrawUnits,
} from '../../translate/wallet.ts';

type CoinRow = DataOf<typeof specs.market.coins>[number];

/** Coins; the one open chain is the internal one. */
export const coins = publicRoute(specs.market.coins, ({ views, wallet }, { coin }) => {
  const assets = coin === undefined ? views.assets() : [assetOf(views, coin)];
  return assets.map((asset) => coinRow(asset, wallet));
});

function coinRow(asset: Asset, wallet: WalletRules): CoinRow {
  const { fee, min } = withdrawUnits(wallet, asset);
  return {
    coinId: String(asset.id),
    coin: asset.code,
    transfer: 'true',
    chains: [
      {
        chain: CHAIN,
        needTag: 'false',
        withdrawable: 'true',
        rechargeable: 'true',
        withdrawFee: amountText(asset, fee),
        extraWithdrawFee: '0',
        depositConfirm: String(CHAIN_CONFIRMATIONS),
        withdrawConfirm: String(CHAIN_CONFIRMATIONS),
        minDepositAmount: amountText(asset, 1),
        minWithdrawAmount: amountText(asset, min),
        browserUrl: '',
        contractAddress: '',
        withdrawStep: '0',
        withdrawMinScale: String(asset.scale),
        congestion: 'normal',
      },
    ],
  };
}
