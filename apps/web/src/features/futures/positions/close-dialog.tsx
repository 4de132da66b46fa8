/** Closes a position, whole or in part, at the market or at a limit. */

import { useState } from 'react';
import { NumberField } from '../../../components/number-field.tsx';
import { Segments } from '../../../components/tabs.tsx';
import { toast } from '../../../components/toast.tsx';
import { compareText, parseExact, trimZeros } from '../../../data/decimal.ts';
import { closePosition, MARGIN_COIN } from '../../../data/rest/positions.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import type { Position } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { newClientOid } from '../../terminal/order-form/submit.ts';
import { digitsOf } from './position-cells.tsx';
import { PositionDialog } from './position-dialog.tsx';
import { usePositionAction } from './use-position-action.ts';

interface Props {
  readonly position: Position;
  readonly onClose: () => void;
}

/** The dialog. */
export function CloseDialog({ position, onClose }: Props) {
  const t = useT();
  const digits = digitsOf(useContracts().data, position.symbol);
  const [kind, setKind] = useState<'market' | 'limit'>('market');
  const [price, setPrice] = useState(trimZeros(position.mark));
  const [size, setSize] = useState(trimZeros(position.available));
  const { busy, refusal, run, changed } = usePositionAction();
  const sizeUnits = parseExact(size, digits.size) ?? 0n;
  const tooMuch = compareText(size, position.size) > 0;
  const sizeGood = sizeUnits > 0n && !tooMuch;
  const priceGood = kind === 'market' || (parseExact(price, digits.price) ?? 0n) > 0n;
  const submit = async () => {
    if (!sizeGood || !priceGood) return;
    const order = { size: trimZeros(size), clientOid: newClientOid() };
    const limit = kind === 'limit' && { price: trimZeros(price) };
    const done = await run(() => closePosition(position, { ...order, ...limit }));
    if (!done) return;
    toast('success', t('positions.closing'));
    onClose();
  };
  const sizeError = tooMuch
    ? t('positions.closeTooMuch', { size: trimZeros(position.size) })
    : t('check.number');
  return (
    <PositionDialog
      title={t('positions.close')}
      position={position}
      refusal={refusal}
      busy={busy}
      confirm={t('positions.close')}
      look="danger"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Segments
        label={t('order.kind')}
        value={kind}
        onChange={setKind}
        items={[
          { key: 'market', label: t('order.kind.market') },
          { key: 'limit', label: t('order.kind.limit') },
        ]}
      />
      {kind === 'limit' && (
        <NumberField
          label={t('order.price')}
          unit={MARGIN_COIN}
          scale={digits.price}
          value={price}
          onChange={(value) => {
            changed();
            setPrice(value);
          }}
          error={priceGood ? undefined : t('check.number')}
        />
      )}
      <NumberField
        label={t('order.size')}
        unit={digits.base}
        scale={digits.size}
        value={size}
        onChange={(value) => {
          changed();
          setSize(value);
        }}
        error={sizeGood ? undefined : sizeError}
      />
    </PositionDialog>
  );
}
