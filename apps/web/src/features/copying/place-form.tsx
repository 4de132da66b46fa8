/** Places a trader's order for all who follow. */

import { useMemo, useState } from 'react';
import { ChoiceField } from '../../components/choice-field.tsx';
import { toast } from '../../components/toast.tsx';
import { useContracts } from '../../data/state/contracts.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { OrderForm } from '../desk/order-form/order-form.tsx';
import { copiedOrders } from './copied-orders.tsx';

/** The form. */
export function PlaceForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const t = useT();
  const contracts = useContracts().data ?? new Map();
  const symbols = [...contracts.keys()];
  const [chosen, setSymbol] = useState('');
  const symbol = chosen === '' ? (symbols[0] ?? '') : chosen;
  const instrument = contracts.get(symbol);
  const product = useMemo(() => copiedOrders(id), [id]);
  const placed = () => {
    toast('success', t('copy.done'));
    onDone();
  };
  return (
    <div className="copy-place">
      <ChoiceField
        label={t('futures.contract')}
        value={symbol}
        items={symbols.map((key) => ({ key, label: key }))}
        onChange={setSymbol}
      />
      {instrument !== undefined && (
        <OrderForm
          key={symbol}
          id={`order-form-${id}`}
          product={product}
          instrument={instrument}
          onPlaced={placed}
        />
      )}
    </div>
  );
}
