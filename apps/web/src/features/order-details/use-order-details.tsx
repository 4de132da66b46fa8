/** Which order a page shows the details of: its address says it, so that a link does and Back closes them. */

import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../../components/button.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import type { ProductName } from '../../data/state/product.ts';
import { useNavigate } from '../../platform/links/navigation.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { searchWith } from '../records/filter-address.ts';
import type { OrderDetailsProps } from './order-details.tsx';

const OrderDetails = lazyPart<OrderDetailsProps>(
  async () => (await import('./order-details.tsx')).OrderDetails,
  0,
);

/** What a page needs to show details. */
export interface ShownDetails {
  readonly show: (id: string) => void;
  /** The dialog, where the address names an order. */
  readonly dialog: ReactNode;
}

/** The details that a page's address asks for. @param product what the page's orders are of */
export function useOrderDetails(product: ProductName): ShownDetails {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const id = new URLSearchParams(search).get('order') ?? '';
  const showing = (order: string, replace: boolean) =>
    navigate(pathname + searchWith(search, { order }), replace);
  return {
    show: (order) => showing(order, false),
    dialog: id !== '' && (
      <OrderDetails id={id} product={product} onClose={() => showing('', true)} />
    ),
  };
}

/** What opens the details of a row's order. */
export function DetailsButton(props: {
  readonly id: string;
  readonly details: ShownDetails;
  readonly look?: ButtonLook;
  /** Default: the word for details. */
  readonly children?: ReactNode;
}) {
  const t = useT();
  const { id, look = 'ghost', children = t('marginPage.detailsShort') } = props;
  return (
    <Button
      look={look}
      aria-haspopup="dialog"
      aria-label={t('marginPage.details', { id })}
      onClick={() => props.details.show(id)}
    >
      {children}
    </Button>
  );
}
