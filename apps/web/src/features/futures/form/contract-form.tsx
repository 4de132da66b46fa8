/** The order form of contracts. */

import { TwoButtonForm } from '../../desk/order-form/two-button-form.tsx';
import type { FormProps } from '../../terminal/product-parts.ts';
import { CONTRACT_ORDERS } from './contract-product.tsx';

/** The form of one contract. */
export function ContractForm(props: FormProps) {
  return <TwoButtonForm {...props} product={CONTRACT_ORDERS} />;
}
