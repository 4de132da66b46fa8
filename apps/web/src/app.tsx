/** Routes. Every page is a chunk of its own; Ant Design lives only behind the pages that use it. */

import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { AuthDialogHost } from './features/auth/auth-link.tsx';
import { SiteLayout } from './features/shell/layout.tsx';
import { PATHS } from './platform/routes/paths.ts';
import { SimulationGate } from './platform/simulation/simulation-gate.tsx';

const Landing = lazy(async () => {
  const page = await import('./features/landing/landing-page.tsx');
  return { default: page.LandingPage };
});
const Markets = lazy(async () => {
  const page = await import('./features/markets/markets-page.tsx');
  return { default: page.MarketsPage };
});
const Auth = lazy(async () => {
  const page = await import('./features/auth/auth-page.tsx');
  return { default: page.AuthPage };
});
const Assets = lazy(async () => {
  const page = await import('./features/assets/overview-page.tsx');
  return { default: page.AssetsOverviewPage };
});
const SpotAssets = lazy(async () => {
  const page = await import('./features/assets/spot-assets-page.tsx');
  return { default: page.SpotAssetsPage };
});
const Records = lazy(async () => {
  const page = await import('./features/records/records-page.tsx');
  return { default: page.RecordsPage };
});
const ApiKeys = lazy(async () => {
  const page = await import('./features/api-keys/api-keys-page.tsx');
  return { default: page.ApiKeysPage };
});
const ApiDocs = lazy(async () => {
  const page = await import('./features/api-docs/api-docs-page.tsx');
  return { default: page.ApiDocsPage };
});
const Terminal = lazy(async () => {
  const page = await import('./features/terminal/terminal-page.tsx');
  return { default: page.TerminalPage };
});
const Download = lazy(async () => {
  const page = await import('./features/download/download-page.tsx');
  return { default: page.DownloadPage };
});
const NotFound = lazy(async () => {
  const page = await import('./features/not-found/not-found-page.tsx');
  return { default: page.NotFoundPage };
});

/** All pages by address. */
export function App() {
  return (
    <SimulationGate>
      <Routes>
        <Route element={<SiteLayout footer={false} />}>
          <Route path="/spot/:symbol" element={<Terminal />} />
        </Route>
        <Route element={<SiteLayout footer />}>
          <Route path={PATHS.home} element={<Landing />} />
          <Route path={PATHS.markets} element={<Markets />} />
          <Route path={PATHS.login} element={<Auth page="login" />} />
          <Route path={PATHS.register} element={<Auth page="register" />} />
          <Route path={PATHS.assets} element={<Assets />} />
          <Route path={PATHS.spotAssets} element={<SpotAssets />} />
          <Route path={PATHS.records} element={<Records />} />
          <Route path={PATHS.apiKeys} element={<ApiKeys />} />
          <Route path={PATHS.apiDocs} element={<ApiDocs />} />
          <Route path={PATHS.download} element={<Download />} />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
      <AuthDialogHost />
    </SimulationGate>
  );
}
