/**
 * The built web app, held in memory: a request is a map look-up, never a file path. Texts are sent
 * compressed where the browser takes it, each made once, on first use. Only the start page is made for
 * each answer, because its nonce is.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Product, upperAscii } from '@halcyon/domain';
import {
  languagePrefix,
  type PageId,
  placeAt,
  STATIC_IMAGES,
  splitLanguage,
} from '@halcyon/domain/web';
import type { Views } from '@halcyon/views';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withNonce } from './security-headers.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;
const COMPRESS_BYTES_MIN = 1_024;
const BROTLI_QUALITY = 9;
/** For what is sent once. */
const BROTLI_QUALITY_FAST = 4;
const INDEX = '/index.html';

interface SiteFile {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
  readonly cacheControl: string;
  br: Promise<Buffer> | null;
  gzip: Promise<Buffer> | null;
}

/** Pages whose symbol is a contract's; those of all others are spot pairs. */
const FUTURES_PAGES: readonly PageId[] = ['futures', 'tradeSwap'];
/** The coin of contracts in addresses, lower case. */
const SETTLE = 'usdt';

/** The files of a web app, and which addresses it has. */
export class Site {
  /** Text of the start page, with places for a nonce; null when there is no app. */
  readonly indexHtml: string | null;
  readonly #files = new Map<string, SiteFile>();

  readonly #markets: Pick<Views, 'instrumentBySymbol'>;

  /**
   * @param root folder of the built app; a folder that does not exist gives an empty site
   * @param markets the instruments that addresses may name
   * @param simulated whether simulated participants make the market
   */
  constructor(root: string | null, markets: Pick<Views, 'instrumentBySymbol'>, simulated = true) {
    this.indexHtml = null;
    this.#markets = markets;
    if (root === null || statSync(root, { throwIfNoEntry: false }) === undefined) return;
    const names = readdirSync(root, { recursive: true, withFileTypes: true });
    for (const entry of names) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const path = `/${relative(root, file).split(sep).join('/')}`;
      // Compressed forms that a build left are made here anyway.
      if (!/\.(gz|br)$/.test(path)) this.#files.set(path, readSiteFile(file, path, simulated));
    }
    this.indexHtml = this.#files.get(INDEX)?.body.toString() ?? null;
  }

  /** The start page in the language of an address, with places for a nonce; null = no app. */
  page(path: string): string | null {
    const own = this.#files.get(`/${splitLanguage(path).code}${INDEX}`);
    return own?.body.toString() ?? this.indexHtml;
  }

  /** Whether the app has a page at a decoded path: one of its own, and of an instrument that there is. */
  hasPage(path: string): boolean {
    const place = placeAt(path);
    if (place === null) return false;
    const { symbol, settle } = place.names;
    if (settle !== undefined && settle.toLowerCase() !== SETTLE) return false;
    if (symbol === undefined) return true;
    const product = FUTURES_PAGES.includes(place.id) ? Product.usdtFutures : Product.spot;
    return this.#markets.instrumentBySymbol(upperAscii(symbol), product) !== undefined;
  }

  /** The file at a path; none for the start page, which is no file to send as it is. */
  find(path: string): SiteFile | undefined {
    return path.endsWith(INDEX) ? undefined : this.#files.get(path);
  }
}

/** A start page with the words of one kind of market, those that every page is first drawn with. */
export function marketPage(html: string, simulated: boolean): string {
  const wanted = simulated ? 'simulated' : 'own';
  const page = simulated ? html : html.replace('<html ', '<html data-market="own" ');
  return page.replace(
    /<p( class="[^"]*")? data-market="(\w+)">([\s\S]*?)<\/p>/g,
    (_all, look: string | undefined, market: string, text: string) =>
      market === wanted ? `<p${look ?? ''}>${text}</p>` : '',
  );
}

function readSiteFile(file: string, path: string, simulated: boolean): SiteFile {
  const read = readFileSync(file);
  const isPage = path.endsWith(INDEX);
  const body = isPage ? Buffer.from(marketPage(read.toString(), simulated)) : read;
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    body,
    etag: `"${hash}"`,
    cacheControl: cacheControlOf(path),
    br: null,
    gzip: null,
  };
}

function cacheControlOf(path: string): string {
  // Names below /assets/ change with their content.
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return path.startsWith(STATIC_IMAGES) ? 'public, max-age=86400' : 'no-cache';
}

async function encoded(file: SiteFile, accept: string): Promise<[Buffer, string | null]> {
  if (file.body.length < COMPRESS_BYTES_MIN || !COMPRESSIBLE.test(file.type)) {
    return [file.body, null];
  }
  if (/\bbr\b/.test(accept)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    file.br ??= brotli(file.body, { params });
    return [await file.br, 'br'];
  }
  if (/\bgzip\b/.test(accept)) {
    file.gzip ??= zip(file.body);
    return [await file.gzip, 'gzip'];
  }
  return [file.body, null];
}

async function sendFile(
  file: SiteFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.header('etag', file.etag);
  void reply.header('cache-control', file.cacheControl);
  void reply.header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const [body, encoding] = await encoded(file, String(request.headers['accept-encoding'] ?? ''));
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.type(file.type).send(body);
}

const POLICY = 'content-security-policy';

/**
 * The start page, which shows every page of the app. It has no tag to ask again with: an answer "not
 * changed" would join the body of an earlier nonce to the policy of this one.
 */
async function sendIndex(
  page: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { html, policy } = withNonce(page, String(reply.getHeader(POLICY)));
  void reply.header(POLICY, policy);
  void reply.header('cache-control', 'no-cache');
  void reply.header('vary', 'accept-encoding');
  void reply.type(TYPES['.html'] ?? '');
  const accept = String(request.headers['accept-encoding'] ?? '');
  if (!/\bbr\b/.test(accept)) return reply.send(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY_FAST };
  return reply.header('content-encoding', 'br').send(await brotli(html, { params }));
}

const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><title>Halcyon</title>' +
  '<p>The exchange is running; its web app is not built yet: run <code>npm run build</code>.</p>';

/** What of a request says whether it is for a page. */
type AskedFor = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

function pathOf({ url }: AskedFor): string {
  const raw = url?.split('?', 1)[0] ?? '/';
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** Whether a request is for a page of the app rather than for data. */
export function wantsPage(request: AskedFor): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (/^\/(api|v2|v3)(\/|$)/.test(pathOf(request))) return false;
  return String(request.headers.accept ?? '').includes('text/html');
}

/** An address that is no page's, in the language of one that nobody may ask for as it is. */
export function noPageLike(url: string): string {
  return `${languagePrefix(splitLanguage(url.split('?', 1)[0] ?? '/').code)}/404`;
}

/**
 * Answers a request that no route took: a file of the site, or its start page for the address of a
 * page. Null when it is neither.
 */
export async function sendSite(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | null> {
  const get = request.method === 'GET' || request.method === 'HEAD';
  const path = pathOf(request);
  const file = get ? site.find(path) : undefined;
  if (file !== undefined) return sendFile(file, request, reply);
  const isPage = path === INDEX || site.hasPage(path);
  // Who asks for the address of a page means it, whatever it accepts: monitors, previews of links.
  if (!wantsPage(request) && !(get && isPage)) return null;
  const page = site.page(path);
  if (page !== null) {
    // An address that is no page's: the app says so, and so does the status.
    if (!isPage) void reply.code(404);
    return sendIndex(page, request, reply);
  }
  return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
}
