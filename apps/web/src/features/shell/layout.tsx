/** Frames that pages sit in. */

import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Link } from '../../platform/links/navigation.tsx';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { PATHS, spotPath } from '../../platform/routes/paths.ts';
import { isOffered } from '../../platform/simulation/mode.ts';
import { SimulationBanner } from '../simulation/simulation-banner.tsx';
import { AccountWatch } from './account-watch.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Header } from './header.tsx';

function PageWait() {
  const t = useT();
  return (
    <div className="page-wait" role="status">
      <span className="spinner" />
      <span className="visually-hidden">{t('state.loading')}</span>
    </div>
  );
}

const FOOTER: readonly { readonly to: string; readonly label: MessageId }[] = [
  { to: PATHS.markets, label: 'nav.markets' },
  { to: spotPath(), label: 'nav.trade' },
  { to: PATHS.apiDocs, label: 'nav.apiDocs' },
  { to: PATHS.apiKeys, label: 'nav.apiKeys' },
];

function Footer() {
  const t = useT();
  return (
    <footer className="footer">
      <div className="footer-in">
        <p>{t('footer.note')}</p>
        <nav aria-label={t('footer.nav')}>
          {FOOTER.filter(({ to }) => isOffered(to)).map(({ to, label }) => (
            <Link key={to} to={to}>
              {t(label)}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}

/** Header, the page, and (except on the terminal) the footer. */
export function SiteLayout({ footer }: { readonly footer: boolean }) {
  const t = useT();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page starts at its top
  useEffect(() => {
    // Newer browsers return a promise here, which React would take for a clean-up function.
    void window.scrollTo(0, 0);
  }, [pathname]);
  return (
    <>
      <a className="btn btn-primary skip-link" href="#main">
        {t('nav.skip')}
      </a>
      <SimulationBanner />
      <Header />
      <AccountWatch />
      <main id="main" className="site-main" tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<PageWait />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      {footer && <Footer />}
    </>
  );
}
