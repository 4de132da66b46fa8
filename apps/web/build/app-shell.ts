/**
 * Puts into index.html what the first paint needs: the boot script, the style sheet, a skeleton of
 * the page, and early starts for its code. One file a language, so that words, direction, title and
 * description are right before any script runs, and links keep the address's language; `<code>/index.html`
 * beside the one of addresses without a language.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import {
  DEFAULT_LOCALE,
  LOCALES,
  messageKey,
  PATH_ONLY_CODES,
  shownLocale,
} from '../../../packages/domain/src/web/locales.ts';
import { escapeHtml, type Say, shellHtml } from './shell-html.ts';

type Bundle = Rolldown.OutputBundle;

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const NONCE = 'HALCYON_CSP_NONCE';

/** Pages whose code starts loading with the document, by kind of skeleton. */
export const EARLY = {
  home: 'features/landing/landing-page.tsx',
  markets: 'features/markets/markets-page.tsx',
  login: 'features/auth/auth-page.tsx',
  register: 'features/auth/auth-page.tsx',
  terminal: 'features/terminal/terminal-page.tsx',
} as const;

/** The boot script without its comments, for these languages and early starts. */
export function bootScript(
  codes: readonly string[],
  preload: Readonly<Record<string, readonly string[]>>,
): string {
  return readFileSync(file('../boot/boot.js'), 'utf8')
    .replace('const codes = [];', `const codes = ${JSON.stringify(codes)};`)
    .replace('const preload = {};', `const preload = ${JSON.stringify(preload)};`)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n');
}

function messagesOf(code: string): Record<string, string> {
  const read = (key: string) =>
    JSON.parse(readFileSync(file(`../src/platform/locale/messages/${key}.json`), 'utf8'));
  try {
    return { ...read('en_US'), ...read(messageKey(code)) };
  } catch {
    // Not translated yet: the page shows the source language as well.
    return read('en_US');
  }
}

function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk | undefined {
  return Object.values(bundle).find(
    (item): item is Rolldown.OutputChunk =>
      item.type === 'chunk' && (item.facadeModuleId ?? '').endsWith(module),
  );
}

/** The files that index.html itself asks for: the entry has no chunk of its own. */
function entryFiles(bundle: Bundle): Set<string> {
  const files = new Set<string>();
  const html = textAsset(bundle, 'index.html');
  for (const [, name = ''] of html.matchAll(/<script type="module"[^>]*src="\/([^"]+)"/g)) {
    filesOf(bundle, name, files);
  }
  return files;
}

/** A chunk and all that it imports, with their styles. */
function filesOf(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || found.has(name)) return found;
  found.add(name);
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
  for (const other of chunk.imports) filesOf(bundle, other, found);
  return found;
}

function earlyFiles(bundle: Bundle): Record<string, string[]> {
  const known = entryFiles(bundle);
  return Object.fromEntries(
    Object.entries(EARLY).map(([kind, module]) => {
      const chunk = chunkOf(bundle, module);
      const files = chunk === undefined ? [] : [...filesOf(bundle, chunk.fileName)];
      return [kind, files.filter((name) => !known.has(name)).map((name) => `/${name}`)];
    }),
  );
}

function textAsset(bundle: Bundle, name: string): string {
  const asset = bundle[name];
  if (asset?.type !== 'asset') throw new Error(`the build has no ${name}`);
  return String(asset.source);
}

const STYLE_LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/;

/**
 * The style sheet itself in place of its link. The link stays, disabled: code that is loaded later
 * looks for it there and would otherwise fetch the file.
 */
function inlineStyles(html: string, bundle: Bundle): string {
  const [link = '', name = ''] = STYLE_LINK.exec(html) ?? [];
  const css = textAsset(bundle, name) + minified(readFileSync(file('../boot/shell.css'), 'utf8'));
  const style = `<style nonce="${NONCE}">${css}</style>`;
  return html.replace(link, () => `${style}\n    ${link.replace('<link ', '<link disabled ')}`);
}

/** A style sheet without comments, and without spaces that mean nothing. */
function minified(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};:,]) ?/g, '$1')
    .trim();
}

function alternates(): string {
  return LOCALES.map(
    ({ code, tag }) => `<link rel="alternate" hreflang="${tag}" href="${addressOf(code)}">`,
  ).join('');
}

function addressOf(code: string): string {
  return code === DEFAULT_LOCALE ? '/' : `/${code}`;
}

/**
 * index.html in one language.
 * @param code the language segment of its addresses, '' for those without one: its links have the same
 */
function localised(html: string, bundle: Bundle, code: string): string {
  const entry = shownLocale(code);
  const messages = messagesOf(entry.code);
  const say: Say = (id) => {
    const text = messages[id];
    if (text === undefined) throw new Error(`no message ${id}`);
    return text;
  };
  const prefix = code === '' ? '' : `/${code}`;
  const words = chunkOf(bundle, `messages/${messageKey(entry.code)}.json`);
  const early =
    words === undefined ? '' : `<link rel="modulepreload" crossorigin href="/${words.fileName}">`;
  const description = escapeHtml(say('meta.description'));
  const title = escapeHtml(say('landing.documentTitle'));
  return html
    .replace(
      '<html lang="en" dir="ltr"',
      `<html lang="${entry.tag}" dir="${entry.tag.startsWith('ar') ? 'rtl' : 'ltr'}"`,
    )
    .replace(/(<meta name="description" content=")[^"]*/, (_all, start) => start + description)
    .replace(/<title>[^<]*/, () => `<title>${title}`)
    .replace(
      '</head>',
      () =>
        `<meta property="og:title" content="${title}">` +
        `<meta property="og:description" content="${description}">${early}</head>`,
    )
    .replace('<div id="root"></div>', () => `<div id="root">${shellHtml(say, prefix)}</div>`);
}

/** What the offline page says, by language code. */
function offlineWords(): Record<string, Record<string, string>> {
  return Object.fromEntries(
    LOCALES.map(({ code, tag }) => {
      const messages = messagesOf(code);
      const [title, text, retry] = ['offline.title', 'offline.text', 'state.retry'].map(
        (id) => messages[id] ?? '',
      );
      return [code, { tag, title, text, retry } as Record<string, string>];
    }),
  );
}

/** The page that the service worker shows when no page can be fetched. */
function offlinePage(html: string, boot: string): string {
  const css = STYLE_LINK.exec(html)?.[0] ?? '';
  const words = JSON.stringify(offlineWords()).replaceAll('<', '\\u003c');
  return [
    '<!doctype html><html lang="en" data-theme="dark"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Halcyon</title><link rel="icon" href="/favicon.svg"><script>${boot}</script>${css}</head>`,
    '<body><main class="not-found"><img src="/favicon.svg" width="56" height="56" alt="">',
    '<h1 id="title"></h1><p class="muted" id="text"></p>',
    '<button type="button" class="btn btn-primary btn-lg" id="retry"></button></main>',
    `<script type="application/json" id="words">${words}</script>`,
    '<script src="/offline.js"></script></body></html>',
  ].join('');
}

/** Fills the worker's lists in: what it fetches at once, and what it may keep. */
function fillWorker(bundle: Bundle): void {
  const worker = bundle['sw.js'];
  if (worker?.type !== 'chunk') throw new Error('the build has no sw.js');
  const hashed = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
  const css = [...(STYLE_LINK.exec(textAsset(bundle, 'index.html')) ?? [])].slice(1);
  const now = new Set([...entryFiles(bundle), ...css]);
  const paths = (names: Iterable<string>) => JSON.stringify([...names].map((name) => `/${name}`));
  const first = paths([...now, 'offline.html', 'offline.js', 'favicon.svg']);
  const later = paths(hashed.filter((name) => !now.has(name)));
  worker.code = worker.code.replaceAll('__PRECACHE__', first).replaceAll('__KEPT__', later);
}

/** Makes the pages of the build, and in development the boot script alone. */
export function appShell(): Plugin {
  const codes = [...LOCALES.map((entry) => entry.code), ...PATH_ONLY_CODES];
  return {
    name: 'halcyon:app-shell',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { server }) =>
        server === undefined
          ? html
          : html.replace('</title>', `</title><script>${bootScript(codes, {})}</script>`),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const built = textAsset(bundle, 'index.html');
        fillWorker(bundle);
        const boot = bootScript(codes, earlyFiles(bundle));
        const html = inlineStyles(built, bundle)
          .replace('</title>', () => `</title><script>${boot}</script>`)
          .replace('</head>', () => `${alternates()}</head>`);
        for (const code of ['', ...codes]) {
          const fileName = code === '' ? 'index.html' : `${code}/index.html`;
          const source = localised(html, bundle, code);
          const asset = bundle[fileName];
          if (asset?.type === 'asset') asset.source = source;
          else this.emitFile({ type: 'asset', fileName, source });
        }
        const source = offlinePage(built, boot);
        this.emitFile({ type: 'asset', fileName: 'offline.html', source });
      },
    },
  };
}
