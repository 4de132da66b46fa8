/** Places a trader's order for all who follow. */

import type { CopyMode } from '@halcyon/domain/web';
import { COPY_LEGS } from '@halcyon/domain/web/copying';
import { useMemo, useState } from 'react';
import { ChoiceField } from '../../components/choice-field.tsx';
import { toast } from '../../components/toast.tsx';
import { useContracts } from '../../data/state/contracts.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { OrderForm } from '../desk/order-form/order-form.tsx';
import { type CopyLeg, copiedOrders } from './copied-orders.tsx';

interface Props {
  /** The trader's portfolio. */
  readonly id: string;
  readonly mode: CopyMode;
  readonly onDone: () => void;
}

/** The form. */
export function PlaceForm({ id, mode, onDone }: Props) {
  const t = useT();
  const contracts = useContracts().data ?? new Map();
  const symbols = [...contracts.keys()];
  const [chosen, setSymbol] = useState('');
  const symbol = chosen === '' ? (symbols[0] ?? '') : chosen;
  const instrument = contracts.get(symbol);
  const [leg, setLeg] = useState<CopyLeg>('long');
  const hedged = mode === 'hedge';
  const product = useMemo(() => copiedOrders(id, hedged ? leg : null), [id, hedged, leg]);
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
      {hedged && (
        <ChoiceField
          label={t('positions.title')}
          value={leg}
          items={COPY_LEGS.map((key) => ({ key, label: t(`positions.side.${key}`) }))}
          onChange={setLeg}
        />
      )}
      {instrument !== undefined && (
        <OrderForm
          key={`${symbol} ${leg}`}
          id={`order-form-${id}`}
          product={product}
          instrument={instrument}
          onPlaced={placed}
        />
      )}
    </div>
  );
}
