/** Every way to go somewhere, each to every target, for a test in a browser. */
import fc from 'fast-check';
import { createRoot } from 'react-dom/client';
import { isSafeTarget } from '../guard.ts';
import { Link, Navigate, PlainLink, useNavigate } from '../navigation.tsx';
import { loadPage, openWindow, saveFile } from '../page.ts';
import { Router } from '../router.tsx';
import { linkTarget } from './link-targets.ts';

function Ways({ target }: { readonly target: string }) {
  const navigate = useNavigate();
  return (
    <section>
      <Link to={target}>{1}</Link>
      <PlainLink href={target}>{2}</PlainLink>
      <button type="button" onClick={() => navigate(target)}>
        {3}
      </button>
      <button type="button" onClick={() => loadPage(target)}>
        {4}
      </button>
      <button type="button" onClick={() => loadPage(target, true)}>
        {5}
      </button>
      <button type="button" onClick={() => openWindow(target)}>
        {6}
      </button>
      <button type="button" onClick={() => saveFile('file', target)}>
        {7}
      </button>
    </section>
  );
}

/** Shows them in `document.body`. */
export function showWays(targets: readonly string[]): void {
  const root = document.body.appendChild(document.createElement('div'));
  createRoot(root).render(
    <Router>
      {targets.map((target) => (
        <Ways key={target} target={target} />
      ))}
    </Router>,
  );
}

/** Shows a redirect to `target`. */
export function redirect(target: string): void {
  const root = document.body.appendChild(document.createElement('div'));
  createRoot(root).render(
    <Router>
      <Navigate to={target} />
    </Router>,
  );
}

/** Forms of the product's specification, for what is not within the site. */
const FORMS =
  /^(https?:\/\/|mailto:|tel:|blob:|data:image\/|ftp:\/\/|halcyon:\/\/|halcyonapp:\/\/)/i;

/** The fault of an accepted target; null when the browser reads it as the form it is written in. */
function fault(target: string, link: HTMLAnchorElement): string | null {
  const { protocol, host, pathname } = link;
  const written = FORMS.exec(target)?.[0].toLowerCase();
  if (written !== undefined) {
    if (!written.startsWith(protocol)) return `is read as ${protocol}`;
    return protocol !== 'data:' || /^image\//i.test(pathname) ? null : `is read as ${pathname}`;
  }
  if (!/^(\.\.?\/|#|\/)/.test(target)) return 'has no accepted form';
  const own = protocol === location.protocol && host === location.host;
  if (!own) return `leads to ${protocol}//${host}`;
  return /^\/[/\\]/.test(pathname) ? `has the path ${pathname}` : null;
}

/** The guard's judgement of generated targets, beside what a link element makes of them. */
export function judge(
  count: number,
  seed: number,
): { accepted: number; scripts: number; faults: string[] } {
  const link = document.createElement('a');
  const result = { accepted: 0, scripts: 0, faults: [] as string[] };
  for (const target of fc.sample(linkTarget, { numRuns: count, seed })) {
    link.href = target;
    if (link.protocol === 'javascript:') result.scripts += 1;
    if (!isSafeTarget(target)) continue;
    result.accepted += 1;
    const found = fault(target, link);
    if (found !== null) result.faults.push(`${JSON.stringify(target)} ${found}`);
  }
  return result;
}
