/**
 * Pages that few begin with. Where each of them is comes with the first one, so that all others do not wait
 * for a long list of files. All of them may say what few pages say (build/compiled-messages.ts).
 */
import type { ComponentType } from 'react';
import { sessionKnown } from './data/state/session.ts';
import type { SettingName } from './features/sub-accounts/setting-page.tsx';
import { page } from './page.tsx';
import { copyMessages } from './platform/locale/locale.ts';

type MorePage = ReturnType<typeof page<object>>;

/** A page of copy trading, where the exchange offers that. */
function copying(load: () => Promise<ComponentType>): MorePage {
  return page(async () => {
    if (!(await sessionKnown()).copyTrading) {
      return (await import('./features/not-found/not-found-page.tsx')).NotFoundPage;
    }
    const [shown] = await Promise.all([load(), copyMessages()]);
    return shown;
  });
}

function subSetting(setting: SettingName): MorePage {
  return page(async () => {
    const { SettingPage } = await import('./features/sub-accounts/setting-page.tsx');
    return () => <SettingPage setting={setting} />;
  });
}

/** By the page's name. */
export const MORE_PAGES = {
  resetPassword: page(async () => (await import('./features/auth/reset-page.tsx')).ResetPage),
  outbox: page(async () => (await import('./features/outbox/outbox-page.tsx')).OutboxPage),
  assets: page(
    async () => (await import('./features/assets/overview-page.tsx')).AssetsOverviewPage,
  ),
  spotAssets: page(
    async () => (await import('./features/assets/spot-assets-page.tsx')).SpotAssetsPage,
  ),
  spotRecords: page(async () => (await import('./features/records/records-page.tsx')).RecordsPage),
  marginAssets: page(
    async () => (await import('./features/margin/pages/assets-page.tsx')).MarginAssetsPage,
  ),
  marginOrders: page(
    async () => (await import('./features/margin/pages/orders-page.tsx')).MarginOrdersPage,
  ),
  marginRecords: page(
    async () => (await import('./features/records/margin-records-page.tsx')).MarginRecordsPage,
  ),
  futuresAssets: page(
    async () => (await import('./features/futures/pages/assets-page.tsx')).FuturesAssetsPage,
  ),
  transfer: page(async () => (await import('./features/transfer/transfer-page.tsx')).TransferPage),
  convert: page(async () => (await import('./features/convert/convert-page.tsx')).ConvertPage),
  deposit: page(async () => (await import('./features/wallet/deposit-page.tsx')).DepositPage),
  withdraw: page(async () => (await import('./features/wallet/withdraw-page.tsx')).WithdrawPage),
  futuresOrders: page(
    async () => (await import('./features/futures/pages/orders-page.tsx')).FuturesOrdersPage,
  ),
  futuresRecords: page(
    async () => (await import('./features/records/futures-records-page.tsx')).FuturesRecordsPage,
  ),
  protectionFund: page(
    async () =>
      (await import('./features/protection-fund/protection-fund-page.tsx')).ProtectionFundPage,
  ),
  reserves: page(async () => (await import('./features/reserves/reserves-page.tsx')).ReservesPage),
  verifyReceipt: page(
    async () => (await import('./features/receipts/verify-receipt-page.tsx')).VerifyReceiptPage,
  ),
  fees: page(async () => (await import('./features/fees/fees-page.tsx')).FeesPage),
  vipDetail: page(async () => (await import('./features/fees/vip-page.tsx')).VipPage),
  vipIntroduce: page(
    async () => (await import('./features/fees/programme-page.tsx')).ProgrammePage,
  ),
  paperFidelity: page(
    async () => (await import('./features/simulation/fidelity-page.tsx')).FidelityPage,
  ),
  paperGuide: page(async () => (await import('./features/simulation/guide-page.tsx')).GuidePage),
  apiKeys: page(async () => (await import('./features/api-keys/api-keys-page.tsx')).ApiKeysPage),
  notices: page(async () => (await import('./features/notices/notices-page.tsx')).NoticesPage),
  security: page(async () => (await import('./features/security/security-page.tsx')).SecurityPage),
  modifyVerification: page(
    async () => (await import('./features/security/verification-page.tsx')).VerificationPage,
  ),
  subAccounts: page(
    async () => (await import('./features/sub-accounts/sub-accounts-page.tsx')).SubAccountsPage,
  ),
  subAccountAntiPhishing: subSetting('phishing'),
  subAccountDevices: subSetting('devices'),
  subAccountHistory: subSetting('history'),
  subAccountApi: subSetting('keys'),
  apiDocs: page(async () => (await import('./features/api-docs/api-docs-page.tsx')).ApiDocsPage),
  copyTrading: copying(
    async () => (await import('./features/copying/traders-page.tsx')).TradersPage,
  ),
  copyTrader: copying(async () => (await import('./features/copying/trader-page.tsx')).TraderPage),
  copyMine: copying(async () => (await import('./features/copying/mine-page.tsx')).MinePage),
  download: page(async () => (await import('./features/download/download-page.tsx')).DownloadPage),
} satisfies Readonly<Record<string, MorePage>>;

/** A page of this file. */
export type MorePageId = keyof typeof MORE_PAGES;
