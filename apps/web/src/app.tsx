/** Routes. Every page is a chunk of its own; Ant Design lives only behind the pages that use it. */

import { type PageId, pageAt } from '@halcyon/domain/web';
import type { ReactElement } from 'react';
import { AuthDialogHost } from './features/auth/auth-link.tsx';
import { BareLayout, SiteLayout } from './features/shell/layout.tsx';
import type { MorePageId } from './more-pages.tsx';
import { page } from './page.tsx';
import { useLocation } from './platform/links/router.tsx';
import { moreMessages } from './platform/locale/locale.ts';
import { SimulationGate } from './platform/simulation/simulation-gate.tsx';

const Landing = page(async () => (await import('./features/landing/landing-page.tsx')).LandingPage);
const Markets = page(async () => (await import('./features/markets/markets-page.tsx')).MarketsPage);
const Auth = page(async () => (await import('./features/auth/auth-page.tsx')).AuthPage);
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

const more = new Map<MorePageId, ReturnType<typeof page<object>>>();

/** A page of more-pages.tsx. */
function morePage(id: MorePageId): ReactElement<object, ReturnType<typeof page<object>>> {
  let Page = more.get(id);
  if (Page === undefined) {
    Page = page(async () => {
      const { MORE_PAGES } = await import('./more-pages.tsx');
      await MORE_PAGES[id].prepare();
      return MORE_PAGES[id];
    }, moreMessages);
    more.set(id, Page);
  }
  return <Page key={id} />;
}

/** The page of an address. Does not compile while a page has no place. */
function elementOf(id: PageId): ReactElement {
  if (isIn(SITE, id)) return SITE[id];
  if (isIn(TERMINALS, id)) return TERMINALS[id];
  return isIn(BARE, id) ? BARE[id] : morePage(id);
}

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
  const { type } = id === null ? <NotFound /> : elementOf(id);
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
  if (isIn(BARE, id)) return <BareLayout>{elementOf(id)}</BareLayout>;
  return <SiteLayout footer={!isIn(TERMINALS, id)}>{elementOf(id)}</SiteLayout>;
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
