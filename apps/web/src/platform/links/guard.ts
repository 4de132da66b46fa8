/**
 * Decides whether a navigation target is safe. Every navigation with a variable target asks here;
 * docs/decisions says why each rule is as it is.
 */

/** Schemes of the product's own app. */
export const APP_SCHEMES: readonly string[] = ['halcyon://', 'halcyonapp://'];

/** What a target with a scheme of its own begins with; schemes have no case. */
const ABSOLUTE: readonly string[] = [
  'http://',
  'https://',
  'mailto:',
  'tel:',
  'blob:',
  'data:image/',
  'ftp://',
  ...APP_SCHEMES,
];

/** What a target within the site begins with. */
const RELATIVE: readonly string[] = ['./', '../', '#', '/'];

/** Where a target is resolved when there is no page around (tests in Node). */
const NOWHERE = 'https://page.invalid/a/b';

function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // The browser removes tabs and line ends wherever they are, so what it reads is another text.
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

function parse(target: string, base?: string): URL | null {
  return URL.parse(target, base);
}

function isSafeAbsolute(target: string, prefix: string): boolean {
  const url = parse(target);
  const scheme = prefix.slice(0, prefix.indexOf(':') + 1);
  if (url === null || url.protocol !== scheme) return false;
  return prefix !== 'data:image/' || /^image\//i.test(url.pathname);
}

/** Same site, and not a path that a later step would read as a host. */
function isSafeRelative(target: string, page: string): boolean {
  const base = parse(page);
  const url = parse(target, page);
  if (base === null || url === null) return false;
  return url.protocol === base.protocol && url.host === base.host && !/^\/[/\\]/.test(url.pathname);
}

/**
 * Whether a target is of an accepted form, and the browser would read it as that form.
 * @param page address that relative targets are resolved against
 */
export function isSafeTarget(target: unknown, page: string = pageAddress()): target is string {
  if (typeof target !== 'string' || hasControl(target)) return false;
  const lower = target.slice(0, 20).toLowerCase();
  const absolute = ABSOLUTE.find((prefix) => lower.startsWith(prefix));
  if (absolute !== undefined) return isSafeAbsolute(target, absolute);
  return RELATIVE.some((prefix) => target.startsWith(prefix)) && isSafeRelative(target, page);
}

/** The target when it is safe; else null, after a warning on the console. */
export function guardTarget(target: unknown): string | null {
  return isSafeTarget(target) ? target : refuse(target);
}

/** Warns on the console that a target is refused; gives null. */
export function refuse(target: unknown): null {
  console.warn('invalid href:', target);
  return null;
}

/** Whether a safe target is a page of the app, which the router shows without a load. */
export function isInApp(target: string): boolean {
  return RELATIVE.some((prefix) => target.startsWith(prefix));
}

function pageAddress(): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  return location?.href ?? NOWHERE;
}
