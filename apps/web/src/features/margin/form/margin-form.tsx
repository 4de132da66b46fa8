/** The order form of a margin account, or why there is none. */

import { ErrorState } from '../../../components/states.tsx';
import { RequestError } from '../../../data/rest/api-error.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import { isStuck, useMarginPlace } from '../../../data/state/margin.ts';
import { useSession } from '../../../data/state/session.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { OrderForm } from '../../desk/order-form/order-form.tsx';
import type { FormProps } from '../../terminal/product-parts.ts';
import { useMarginKind } from '../use-margin-kind.ts';
import { MARGIN_ORDERS } from './margin-product.tsx';
import '../margin.css';

/** The refusal of a pair that has no isolated margin. */
const NO_PAIR = 'noMarginPair';

/** The form of one pair. */
export function MarginForm(props: FormProps) {
  const t = useT();
  const kind = useMarginKind();
  const { user } = useSession();
  const { base, quote, symbol } = props.instrument;
  const { place, read, error, refetch } = useMarginPlace(kind, symbol);
  const note = (text: string) => (
    <p className="order-notice margin-note" role="status">
      {text}
    </p>
  );
  if (user !== null && place === undefined && error !== null) {
    if (error instanceof RequestError && error.reason === NO_PAIR) return note(t('margin.noPair'));
    return <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />;
  }
  if (read?.coin === '') return note(t('margin.noLending'));
  const lends = (coin: string) => read?.coins.some((lent) => lent.coin === coin) ?? true;
  if (!lends(base) || !lends(quote)) return note(t('margin.noCoin'));
  return (
    <>
      {place !== undefined && isStuck(place) && note(t('margin.stale'))}
      <OrderForm {...props} product={MARGIN_ORDERS} />
    </>
  );
}
