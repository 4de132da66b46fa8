/** Entry: theme, language, session, and the tree. */

import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, preparePage } from './app.tsx';
import { ToastHost } from './components/toast.tsx';
import { setNumberLocale } from './data/format.ts';
import { queries } from './data/query/use-query.ts';
import { startImages } from './data/state/images.ts';
import { restoreInstruments } from './data/state/instruments.ts';
import { captureLanding } from './data/state/landing.ts';
import { loadSession, reportLanguage, watchActivity } from './data/state/session.ts';
import { StepUpHost } from './features/auth/step-up-host.tsx';
import { ignoreHeldEnter } from './platform/keyboard/held-enter.ts';
import { Router } from './platform/links/router.tsx';
import { watchCurrency } from './platform/locale/currency.ts';
import { LocaleProvider } from './platform/locale/intl.tsx';
import { followLocale, startLocale, useLocale } from './platform/locale/locale.ts';
import { startInstall } from './platform/pwa/install.ts';
import { startWorker } from './platform/pwa/worker.ts';
import { watchSimulation } from './platform/simulation/mode.ts';
import { startTheme } from './platform/theme/theme.ts';
import './platform/theme/tokens.css';
import './platform/theme/base.css';
import './components/components.css';
// Their skeletons are in index.html, so their styles come with it.
import './features/landing/landing.css';
import './features/auth/auth.css';
import './features/not-found/not-found.css';
import './features/terminal/terminal.css';

function LocalRouter() {
  const { base } = useLocale();
  return (
    <Router key={base} base={base}>
      <App />
    </Router>
  );
}

/** How long the skeleton is left for a page's code; after that the header comes first, ms. */
const PAGE_CODE_MS = 300;

/** Waits for the page's code, that it be drawn once and whole, but not for long. */
async function pageCode(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PAGE_CODE_MS));
  // What cannot be fetched is asked for again, and the failure shown, where the page belongs.
  await Promise.race([preparePage(location.pathname).catch(() => undefined), late]);
}

async function start(): Promise<void> {
  startTheme();
  watchSimulation();
  followLocale(({ tag, entry }) => {
    setNumberLocale(tag);
    reportLanguage(entry.tag);
  });
  watchCurrency();
  startInstall();
  startWorker();
  // Before the router: a redirect may drop the landing's query.
  captureLanding(location.href);
  void loadSession();
  watchActivity();
  ignoreHeldEnter();
  void restoreInstruments(queries);
  window.addEventListener('online', () => queries.refresh());
  startImages();
  // The address has its language, and so its page, once the first of them has begun.
  await Promise.all([startLocale(), pageCode()]);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  // As a transition: React draws the page in slices, so that a slow phone answers in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <LocaleProvider>
          <LocalRouter />
          <StepUpHost />
          <ToastHost />
        </LocaleProvider>
      </StrictMode>,
    ),
  );
}

void start();
