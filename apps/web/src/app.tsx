/** Routes. Every page is a chunk of its own; Ant Design lives only behind the pages that use it. */

import { type PageId, pageAt } from '@halcyon/domain/web';
import { type ComponentType, lazy, type ReactElement, useState } from 'react';
import { AuthDialogHost } from './features/auth/auth-link.tsx';
import { BareLayout, SiteLayout } from './features/shell/layout.tsx';
import { useLocation } from './platform/links/router.tsx';
import { moreMessages } from './platform/locale/locale.ts';
import { PLANNED_PAGES, type PlannedPageId } from './platform/routes/planned.ts';
import { SimulationGate } from './platform/simulation/simulation-gate.tsx';

async function noMore(): Promise<void> {}

/**
 * A page whose code is loaded when it is first shown, or ahead by its `prepare`.
 * @param words brings messages that few pages need
 */
function page<P extends object>(load: () => Promise<ComponentType<P>>, words = noMore) {
  let loaded: ComponentType<P> | null = null;
  const prepare = async () => {
    const [code] = await Promise.all([loaded ?? load(), words()]);
    loaded = code;
    return { default: code };
  };
  const Later = lazy(prepare);
  function Page(props: P) {
    // What is there already is drawn at once: React holds back what had to wait by 300 ms.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? (Later as ComponentType<P>));
    return <Shown {...props} />;
  }
  return Object.assign(Page, { prepare });
}

const Landing = page(
  async () => (await import('./features/landing/landing-page.tsx')).LandingPage,
  moreMessages,
);
const Markets = page(async () => (await import('./features/markets/markets-page.tsx')).MarketsPage);
const Auth = page(async () => (await import('./features/auth/auth-page.tsx')).AuthPage);
const ResetPassword = page(
  async () => (await import('./features/auth/reset-page.tsx')).ResetPage,
  moreMessages,
);
const Outbox = page(
  async () => (await import('./features/outbox/outbox-page.tsx')).OutboxPage,
  moreMessages,
);
const Assets = page(
  async () => (await import('./features/assets/overview-page.tsx')).AssetsOverviewPage,
);
const SpotAssets = page(
  async () => (await import('./features/assets/spot-assets-page.tsx')).SpotAssetsPage,
  moreMessages,
);
const Records = page(
  async () => (await import('./features/records/records-page.tsx')).RecordsPage,
  moreMessages,
);
const MarginAssets = page(
  async () => (await import('./features/margin/pages/assets-page.tsx')).MarginAssetsPage,
  moreMessages,
);
const MarginOrders = page(
  async () => (await import('./features/margin/pages/orders-page.tsx')).MarginOrdersPage,
  moreMessages,
);
const MarginRecords = page(
  async () => (await import('./features/records/margin-records-page.tsx')).MarginRecordsPage,
  moreMessages,
);
const FuturesAssets = page(
  async () => (await import('./features/futures/pages/assets-page.tsx')).FuturesAssetsPage,
  moreMessages,
);
const Transfer = page(
  async () => (await import('./features/transfer/transfer-page.tsx')).TransferPage,
  moreMessages,
);
const Convert = page(
  async () => (await import('./features/convert/convert-page.tsx')).ConvertPage,
  moreMessages,
);
const Deposit = page(
  async () => (await import('./features/wallet/deposit-page.tsx')).DepositPage,
  moreMessages,
);
const Withdraw = page(
  async () => (await import('./features/wallet/withdraw-page.tsx')).WithdrawPage,
  moreMessages,
);
const FuturesOrders = page(
  async () => (await import('./features/futures/pages/orders-page.tsx')).FuturesOrdersPage,
  moreMessages,
);
const FuturesRecords = page(
  async () => (await import('./features/records/futures-records-page.tsx')).FuturesRecordsPage,
  moreMessages,
);
const ProtectionFund = page(
  async () =>
    (await import('./features/protection-fund/protection-fund-page.tsx')).ProtectionFundPage,
  moreMessages,
);
const Fees = page(
  async () => (await import('./features/fees/fees-page.tsx')).FeesPage,
  moreMessages,
);
const Vip = page(async () => (await import('./features/fees/vip-page.tsx')).VipPage, moreMessages);
const Programme = page(
  async () => (await import('./features/fees/programme-page.tsx')).ProgrammePage,
  moreMessages,
);
const Fidelity = page(
  async () => (await import('./features/simulation/fidelity-page.tsx')).FidelityPage,
  moreMessages,
);
const Guide = page(
  async () => (await import('./features/simulation/guide-page.tsx')).GuidePage,
  moreMessages,
);
const ApiKeys = page(
  async () => (await import('./features/api-keys/api-keys-page.tsx')).ApiKeysPage,
  moreMessages,
);
const Security = page(
  async () => (await import('./features/security/security-page.tsx')).SecurityPage,
  moreMessages,
);
const Verification = page(
  async () => (await import('./features/security/verification-page.tsx')).VerificationPage,
  moreMessages,
);
const ApiDocs = page(
  async () => (await import('./features/api-docs/api-docs-page.tsx')).ApiDocsPage,
  moreMessages,
);
const Terminal = page(
  async () => (await import('./features/terminal/terminal-page.tsx')).TerminalPage,
);
const Transac = page(
  async () => (await import('./features/terminal/transac-page.tsx')).TransacPage,
);
const Futures = page(
  async () => (await import('./features/futures/futures-page.tsx')).FuturesPage,
  moreMessages,
);
const TradeSwap = page(
  async () => (await import('./features/futures/trade-swap-page.tsx')).TradeSwapPage,
);
const Panel = page(
  async () => (await import('./features/terminal/panels/panel-page.tsx')).PanelPage,
  moreMessages,
);
const Planned = page(
  async () => (await import('./features/planned/planned-page.tsx')).PlannedPage,
  moreMessages,
);
const Download = page(
  async () => (await import('./features/download/download-page.tsx')).DownloadPage,
  moreMessages,
);
const NotFound = page(
  async () => (await import('./features/not-found/not-found-page.tsx')).NotFoundPage,
);

/** In development builds only; the build drops it and all behind it. */
const Design = import.meta.env.DEV
  ? page(async () => (await import('./features/design/design-page.tsx')).DesignPage, moreMessages)
  : null;

type Pages = Partial<Record<PageId, ReactElement>>;

/** Pages with the site's header and footer. */
const SITE = {
  landing: <Landing />,
  markets: <Markets />,
  login: <Auth page="login" />,
  register: <Auth page="register" />,
  resetPassword: <ResetPassword />,
  outbox: <Outbox />,
  assets: <Assets />,
  spotAssets: <SpotAssets />,
  marginAssets: <MarginAssets />,
  marginOrders: <MarginOrders />,
  marginRecords: <MarginRecords />,
  futuresAssets: <FuturesAssets />,
  transfer: <Transfer />,
  convert: <Convert />,
  deposit: <Deposit />,
  withdraw: <Withdraw />,
  futuresOrders: <FuturesOrders />,
  futuresRecords: <FuturesRecords />,
  protectionFund: <ProtectionFund />,
  fees: <Fees />,
  vipDetail: <Vip />,
  vipIntroduce: <Programme />,
  spotRecords: <Records />,
  paperFidelity: <Fidelity />,
  paperGuide: <Guide />,
  apiKeys: <ApiKeys />,
  security: <Security />,
  modifyVerification: <Verification />,
  apiDocs: <ApiDocs />,
  download: <Download />,
} satisfies Pages;

/** Pages with the header alone. */
const TERMINALS = {
  spot: <Terminal />,
  transac: <Transac />,
  futures: <Futures />,
  tradeSwap: <TradeSwap />,
} satisfies Pages;

/** Pages without header and footer, for windows of their own and embedding apps. */
const BARE = {
  tradeSpot: <Terminal />,
  tradeMargin: <Terminal />,
  tradeInfo: <Panel panel="info" />,
  tradeAssetOrder: <Panel panel="orders" />,
  tradeAsset: <Panel panel="assets" />,
} satisfies Pages;

const PLANNED = Object.fromEntries(
  PLANNED_PAGES.map((id) => [id, <Planned key={id} page={id} />]),
) as Record<PlannedPageId, ReactElement>;

/** Does not compile while a page has no place. */
const FOOTED: Record<Exclude<PageId, keyof typeof TERMINALS | keyof typeof BARE>, ReactElement> = {
  ...PLANNED,
  ...SITE,
};

/** As the server judges it. @param pathname as the browser has it */
function pageOf(pathname: string): PageId | null {
  try {
    return pageAt(decodeURIComponent(pathname));
  } catch {
    return null;
  }
}

/** Fetches the code of the page at an address; rejects when it cannot be fetched. */
export async function preparePage(pathname: string): Promise<void> {
  const id = pageOf(pathname);
  const { type } = id === null ? <NotFound /> : { ...FOOTED, ...TERMINALS, ...BARE }[id];
  await (type as typeof NotFound).prepare();
}

function isIn<P extends Pages>(pages: P, id: PageId): id is keyof P & PageId {
  return Object.hasOwn(pages, id);
}

/** The page at an address in its frame. */
function framed(pathname: string): ReactElement {
  const id = pageOf(pathname);
  if (id === null) {
    const shown = Design !== null && pathname === '/design' ? <Design /> : <NotFound />;
    return <SiteLayout footer>{shown}</SiteLayout>;
  }
  if (isIn(BARE, id)) return <BareLayout>{BARE[id]}</BareLayout>;
  if (isIn(TERMINALS, id)) return <SiteLayout footer={false}>{TERMINALS[id]}</SiteLayout>;
  return <SiteLayout footer>{FOOTED[id]}</SiteLayout>;
}

/** All pages by address. */
export function App() {
  const { address } = useLocation();
  return (
    <SimulationGate>
      {framed(address)}
      <AuthDialogHost />
    </SimulationGate>
  );
}
