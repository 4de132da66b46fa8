/** Frames that pages sit in. */

import { type ReactNode, Suspense, useEffect } from 'react';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { loadFontWhenIdle } from '../../platform/theme/font.ts';
import { BannerHost } from '../simulation/banner-host.tsx';
import { AccountMonitor } from './account-monitor.tsx';
import { ActingHost } from './acting-host.tsx';
import { ConnectionNote } from './connection-note.tsx';
import { Header } from './header.tsx';
import { OverlayHost } from './overlay-host.tsx';
import { endFirstWait, PageWait } from './page-wait.tsx';
import { UpdateNote } from './update-note.tsx';
import { useNewPage } from './use-new-page.ts';

/** Below the fold of every page that has it, and the terminal has none. */
const Footer = lazyPart(async () => (await import('./footer.tsx')).Footer, 0);

/** Marks that the page behind it is on screen; what came after it may come now. */
function Arrived() {
  useEffect(() => {
    endFirstWait();
    loadFontWhenIdle();
  }, []);
  return null;
}

/** The page alone: windows that pop out, and embedding apps. */
export function BareLayout({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  useNewPage();
  return (
    <>
      <BannerHost />
      <AccountMonitor />
      <main id="main" className="site-main bare" tabIndex={-1}>
        <ActingHost />
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<PageWait />}>
            {children}
            <Arrived />
          </Suspense>
        </ErrorBoundary>
      </main>
    </>
  );
}

/** Header, the page, and (except on the terminal) the footer; each can fail by itself. */
export function SiteLayout(props: { readonly footer: boolean; readonly children: ReactNode }) {
  const { footer, children } = props;
  const t = useT();
  const { pathname } = useLocation();
  useNewPage();
  return (
    <>
      <a className="btn btn-primary skip-link" href="#main">
        {t('nav.skip')}
      </a>
      <ErrorBoundary quiet>
        <BannerHost />
        <Header />
        <ConnectionNote />
      </ErrorBoundary>
      <ErrorBoundary quiet>
        <AccountMonitor />
        <UpdateNote />
        <OverlayHost />
      </ErrorBoundary>
      <main id="main" className="site-main" tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<PageWait />}>
            {children}
            <Arrived />
          </Suspense>
        </ErrorBoundary>
      </main>
      {footer && (
        <ErrorBoundary quiet>
          <Footer />
        </ErrorBoundary>
      )}
    </>
  );
}
