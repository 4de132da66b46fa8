/**
 * Links and redirects of the app. Each asks the guard; a refused target warns on the console and goes
 * nowhere. Full loads, windows and files are in page.ts.
 */

import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { useCallback } from 'react';
import {
  type LinkProps,
  type NavigateOptions,
  type NavLinkProps,
  Link as RouterLink,
  Navigate as RouterNavigate,
  NavLink as RouterNavLink,
  useNavigate as useRouterNavigate,
} from 'react-router';
import { guardTarget, isInApp, isSafeTarget } from './guard.ts';
import { loadPage } from './page.ts';

export type { LinkProps, NavLinkProps } from 'react-router';

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

function pathOf(to: LinkProps['to']): string {
  if (typeof to === 'string') return to;
  return (to.pathname ?? '') + (to.search ?? '') + (to.hash ?? '');
}

/** A link to a page of the app or to a safe address elsewhere. */
export function Link(props: LinkProps) {
  const target = pathOf(props.to);
  if (isSafeTarget(target)) return <RouterLink {...props} />;
  return (
    <RefusedLink target={target} className={props.className}>
      {props.children}
    </RefusedLink>
  );
}

/** A link of a menu that knows whether its page is on screen. */
export function NavLink(props: NavLinkProps) {
  const target = pathOf(props.to);
  if (isSafeTarget(target)) return <RouterNavLink {...props} />;
  const { children } = props;
  return (
    <RefusedLink target={target}>{typeof children === 'function' ? null : children}</RefusedLink>
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
export function Navigate(props: { readonly to: string; readonly replace?: boolean }) {
  const target = guardTarget(props.to);
  return target === null ? null : <RouterNavigate to={target} replace={props.replace ?? false} />;
}

/** Goes to `target`: pages of the app by the router, all else by the browser. */
export function useNavigate(): (target: string, options?: NavigateOptions) => void {
  const go = useRouterNavigate();
  return useCallback(
    (target, options) => {
      const safe = guardTarget(target);
      if (safe === null) return;
      if (isInApp(safe)) void go(safe, options);
      else loadPage(safe);
    },
    [go],
  );
}
