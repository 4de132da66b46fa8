/** Headers that keep browsers from doing what a page of ours never asks for. */
import { createHash, randomBytes } from 'node:crypto';
import { STATIC_IMAGES } from '@halcyon/domain/web';

/** What the headers depend on. */
export interface SecurityHeaderOptions {
  /** Whether the site is reached by https. */
  readonly secure: boolean;
  /** The app's index.html, whose inline scripts are allowed by their hash; null = no app. */
  readonly indexHtml: string | null;
  /** Origins of others that images may come from. */
  readonly imageHosts: readonly string[];
}

/** Response headers by kind of path; each is complete. */
export interface SecurityHeaders {
  /** Pages and files. */
  readonly page: Readonly<Record<string, string>>;
  /** Pages that may be shown inside another page of ours. */
  readonly framed: Readonly<Record<string, string>>;
  /** Images, which pages of other origins may show: that is how a host serves them for another. */
  readonly image: Readonly<Record<string, string>>;
  /** Answers of the API: nothing in them may run or be shown. */
  readonly api: Readonly<Record<string, string>>;
}

const YEAR_SECONDS = 31_536_000;
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi;

/** Terminal pages that open in windows and frames of their own, with or without a language. */
const FRAMED_PAGE = /^(?:\/[A-Za-z]{2,4}(?:-[A-Za-z]{2})?)?\/trade-/;

/** What the build writes into the start page wherever a nonce belongs; see apps/web/vite.config.ts. */
const NONCE_PLACE = 'HALCYON_CSP_NONCE';
const STYLES = "style-src 'self'";
const NONCE_BYTES = 16;
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

function scriptHashes(indexHtml: string): string[] {
  const hashes: string[] = [];
  for (const match of indexHtml.matchAll(INLINE_SCRIPT)) {
    const script = match[1] ?? '';
    if (script.trim() === '') continue;
    hashes.push(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  return hashes;
}

function pagePolicy(
  scripts: readonly string[],
  images: readonly string[],
  ancestors: string,
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    STYLES,
    ["img-src 'self' data:", ...images].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}

/** Makes the headers once; they are the same for every response of a kind. */
export function securityHeaders(options: SecurityHeaderOptions): SecurityHeaders {
  const scripts = options.indexHtml === null ? [] : scriptHashes(options.indexHtml);
  const common: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
  if (options.secure) {
    common['strict-transport-security'] = `max-age=${YEAR_SECONDS}; includeSubDomains`;
  }
  const page = {
    ...common,
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  };
  return {
    page: {
      ...page,
      'x-frame-options': 'DENY',
      'content-security-policy': pagePolicy(scripts, options.imageHosts, "'none'"),
    },
    framed: {
      ...page,
      'content-security-policy': pagePolicy(scripts, options.imageHosts, "'self'"),
    },
    image: {
      ...common,
      'content-security-policy': NOTHING,
      'cross-origin-resource-policy': 'cross-origin',
    },
    api: {
      ...common,
      'content-security-policy': NOTHING,
      'cache-control': 'no-store',
    },
  };
}

/** The headers for a request's path. */
export function headersFor(
  headers: SecurityHeaders,
  path: string,
): Readonly<Record<string, string>> {
  if (path.startsWith('/api/')) return headers.api;
  if (path.startsWith(STATIC_IMAGES)) return headers.image;
  return FRAMED_PAGE.test(path) ? headers.framed : headers.page;
}

/**
 * The start page and its policy with a nonce of this one response: the component library of some pages
 * makes style elements while it runs, which is allowed only to who knows the nonce. Scripts need a
 * file of ours or a hash; the nonce does not let them in.
 */
export function withNonce(html: string, policy: string): { html: string; policy: string } {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return {
    html: html.replaceAll(NONCE_PLACE, nonce),
    policy: policy.replace(STYLES, `${STYLES} 'nonce-${nonce}'`),
  };
}
