/** Addresses of the pages: the only place that spells them. */

/** Static addresses. */
export const PATHS = {
  home: '/',
  markets: '/markets',
  login: '/login',
  register: '/register',
  assets: '/asset',
  spotAssets: '/asset/spot',
  records: '/record/exchange',
  apiKeys: '/account/newapi',
  apiDocs: '/api-docs',
} as const;

/** Instrument of the default terminal. */
export const DEFAULT_SYMBOL = 'BTCUSDT';

/** Address of an instrument's spot terminal. */
export function spotPath(symbol: string = DEFAULT_SYMBOL): string {
  return `/spot/${encodeURIComponent(symbol)}`;
}

/**
 * A return address from the query, or null: only a path of our own origin is accepted, so that a
 * crafted link cannot send a freshly signed-in person elsewhere.
 */
export function safeReturnTo(value: string | null): string | null {
  if (value === null || !/^\/(?![/\\])/.test(value)) return null;
  for (const char of value) {
    const code = char.charCodeAt(0);
    if (code < 0x20 || code === 0x7f || char === '\\') return null;
  }
  const base = 'https://same.invalid';
  let url: URL;
  try {
    url = new URL(value, base);
  } catch {
    return null;
  }
  // "/.//host" and the like normalise to a path that starts with two slashes.
  if (url.origin !== base || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/** Address of the sign-in or sign-up page that comes back to `from`. */
export function authPath(page: 'login' | 'register', from: string): string {
  const path = PATHS[page];
  const target = safeReturnTo(from);
  if (target === null || target === '/' || target.startsWith(PATHS.login)) return path;
  if (target.startsWith(PATHS.register)) return path;
  return `${path}?returnTo=${encodeURIComponent(target)}`;
}
