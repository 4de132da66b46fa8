/**
 * The page's address as state, and the ways to change it without a load. Which page an address has
 * is decided in app.tsx; targets come here only through the guard, in navigation.tsx.
 */

import { splitLanguage } from '@halcyon/domain/web';
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { forgetScroll, keepScroll, saveScroll } from './scroll.ts';

/** An address of the app. */
export interface PageLocation {
  /** The path as the browser has it. */
  readonly address: string;
  /** The path without its language segment. */
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** How one came here: by loading the app, by a link or redirect, or through the history. */
  readonly by: 'load' | 'link' | 'history';
}

interface RouterState {
  /** What paths begin with: `/` or `/ja`. */
  readonly base: string;
  readonly location: PageLocation;
  readonly go: (target: string, replace?: boolean) => void;
}

const RouterContext = createContext<RouterState | null>(null);

function presentLocation(by: PageLocation['by']): PageLocation {
  const { pathname: address, search, hash } = window.location;
  return { address, pathname: splitLanguage(address).path, search, hash, by };
}

/**
 * A target as the browser needs it.
 * @param base what paths begin with; relative targets have it from the address they start at
 */
export function hrefOf(target: string, base: string): string {
  const url = new URL(target, window.location.href);
  const rest = url.search + url.hash;
  if (base === '/' || !target.startsWith('/')) return url.pathname + rest;
  return (url.pathname === '/' ? base : base + url.pathname) + rest;
}

/** Gives the address to `children`. @param base language segment that links get; give a new key with it */
export function Router(props: { readonly base?: string; readonly children: ReactNode }) {
  const { base = '/', children } = props;
  const [location, setLocation] = useState(() => presentLocation('load'));
  useLayoutEffect(() => {
    const onHistory = () => {
      forgetScroll();
      startTransition(() => setLocation(presentLocation('history')));
    };
    window.addEventListener('popstate', onHistory);
    const stop = keepScroll();
    return () => {
      window.removeEventListener('popstate', onHistory);
      stop();
    };
  }, []);
  const go = useCallback(
    (target: string, replace?: boolean) => {
      const href = hrefOf(target, base);
      const { pathname, search, hash } = window.location;
      saveScroll();
      // As the browser does it: the same address again is no further entry.
      if (replace ?? href === pathname + search + hash) history.replaceState({}, '', href);
      else history.pushState({}, '', href);
      startTransition(() => setLocation(presentLocation('link')));
    },
    [base],
  );
  const router = useMemo(() => ({ base, location, go }), [base, location, go]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

/** The router around a component. @throws outside of one */
export function useRouter(): RouterState {
  const router = useContext(RouterContext);
  if (router === null) throw new Error('there is no router');
  return router;
}

/** The address on screen. */
export function useLocation(): PageLocation {
  return useRouter().location;
}
