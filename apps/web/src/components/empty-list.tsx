/** What a list without rows says: what would be in it, and the way to have something there. */

import type { ReactNode } from 'react';
import { useLocation } from '../platform/links/router.tsx';
import { useT } from '../platform/locale/intl.tsx';
import { futuresPath, spotPath } from '../platform/routes/paths.ts';
import { Button, ButtonLink } from './button.tsx';
import { EmptyState } from './states.tsx';

/** What a list is of. */
export type ListKind =
  | 'addresses'
  | 'coins'
  | 'conversions'
  | 'deposits'
  | 'faucet'
  | 'fills'
  | 'keys'
  | 'notices'
  | 'orders'
  | 'positions'
  | 'records'
  | 'requests'
  | 'transfers'
  | 'withdrawals';

/** Lists that an order brings something into. */
const BY_ORDER: ReadonlySet<ListKind> = new Set(['fills', 'orders', 'positions', 'records']);

/** To the order form of the page, or to the terminal of its product. */
function ToOrder() {
  const t = useT();
  const { pathname } = useLocation();
  const field = document.querySelector<HTMLElement>('#order-form input');
  if (field !== null) return <Button onClick={() => field.focus()}>{t('order.title')}</Button>;
  const futures = /\/(futures|mcp)(\/|$)/.test(pathname);
  return <ButtonLink to={futures ? futuresPath() : spotPath()}>{t('nav.trade')}</ButtonLink>;
}

/** The state. @param props.children another way than that of an order */
export function EmptyList(props: { readonly what: ListKind; readonly children?: ReactNode }) {
  const t = useT();
  const { what, children = BY_ORDER.has(what) && <ToOrder /> } = props;
  return <EmptyState text={t(`empty.${what}`)}>{children}</EmptyState>;
}
