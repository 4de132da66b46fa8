/**
 * Links and redirects of the app. Each asks the guard; a refused target warns on the console and goes
 * nowhere. Full loads, windows and files are in page.ts.
 */

import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { useCallback, useEffect } from 'react';
import { guardTarget, isInApp, isSafeTarget } from './guard.ts';
import { loadPage } from './page.ts';
import { hrefOf, useRouter } from './router.tsx';

/** What a link takes beside its target. */
export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  readonly to: string;
};

type RefusedProps = { readonly target: unknown; readonly className?: string | undefined } & Pick<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'children' | 'title' | 'aria-label'
>;

/** A link to nowhere: it looks like the link it stands for and warns when it is followed. */
function RefusedLink({ target, ...rest }: RefusedProps) {
  return (
    <button type="button" {...rest} onClick={() => guardTarget(target)}>
      {rest.children}
    </button>
  );
}

/** Whether a press on a link asks for its page here: not in another tab, window or file. */
function staysHere(event: MouseEvent<HTMLAnchorElement>): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  return ['', '_self'].includes(event.currentTarget.target);
}

/** A link to a page of the app or to a safe address elsewhere. */
export function Link({ to, children, onClick, ...rest }: LinkProps) {
  const { base, go } = useRouter();
  if (!isSafeTarget(to)) {
    return (
      <RefusedLink target={to} className={rest.className}>
        {children}
      </RefusedLink>
    );
  }
  const inApp = isInApp(to);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!inApp || !staysHere(event)) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a {...rest} href={inApp ? hrefOf(to, base) : to} onClick={follow}>
      {children}
    </a>
  );
}

/** A link that the browser follows by itself: other sites, mail, files, anchors of this page. */
export function PlainLink({
  href,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & {
  readonly href: string;
  readonly children: ReactNode;
}) {
  if (isSafeTarget(href)) {
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    );
  }
  return (
    <RefusedLink target={href} className={rest.className}>
      {children}
    </RefusedLink>
  );
}

/** Goes to another page when it is rendered; nowhere when the target is refused. */
export function Navigate({ to, replace }: { readonly to: string; readonly replace?: boolean }) {
  const { go } = useRouter();
  useEffect(() => {
    const target = guardTarget(to);
    if (target !== null) go(target, replace);
  }, [to, replace, go]);
  return null;
}

/** Goes to `target`: pages of the app by the router, all else by the browser. */
export function useNavigate(): (target: string, replace?: boolean) => void {
  const { go } = useRouter();
  return useCallback(
    (target, replace) => {
      const safe = guardTarget(target);
      if (safe === null) return;
      if (isInApp(safe)) go(safe, replace);
      else loadPage(safe);
    },
    [go],
  );
}
