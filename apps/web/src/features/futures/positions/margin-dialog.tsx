/** Adds margin to an isolated position, takes some out, and has it added automatically. */

import { useState } from 'react';
import { NumberField } from '../../../components/number-field.tsx';
import { Segments } from '../../../components/tabs.tsx';
import { toast } from '../../../components/toast.tsx';
import { parseExact, trimZeros } from '../../../data/decimal.ts';
import { changeMargin, MARGIN_COIN, setAutoMargin } from '../../../data/rest/positions.ts';
import { type Position, usePositions } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { PositionDialog } from './position-dialog.tsx';
import { usePositionAction } from './use-position-action.ts';

/** Decimals that an amount of margin may have. */
const DIGITS = 4;

interface Props {
  readonly position: Position;
  readonly onClose: () => void;
}

/** The dialog; its figures follow what it changes. */
export function MarginDialog({ position, onClose }: Props) {
  const t = useT();
  const now = usePositions().data?.find(({ id }) => id === position.id) ?? position;
  const [way, setWay] = useState<'add' | 'take'>('add');
  const [amount, setAmount] = useState('');
  const { busy, refusal, run, changed } = usePositionAction();
  const good = (parseExact(amount, DIGITS) ?? 0n) > 0n;
  const submit = async () => {
    if (!good) return;
    const signed = way === 'add' ? trimZeros(amount) : `-${trimZeros(amount)}`;
    if (!(await run(() => changeMargin(position, signed)))) return;
    toast('success', t('positions.marginChanged'));
    onClose();
  };
  return (
    <PositionDialog
      title={t('positions.editMargin')}
      position={now}
      refusal={refusal}
      busy={busy}
      confirm={t(way === 'add' ? 'positions.addMargin' : 'positions.takeMargin')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Segments
        label={t('positions.editMargin')}
        value={way}
        onChange={setWay}
        items={[
          { key: 'add', label: t('positions.addMargin') },
          { key: 'take', label: t('positions.takeMargin') },
        ]}
      />
      <NumberField
        label={t('order.size')}
        unit={MARGIN_COIN}
        scale={DIGITS}
        value={amount}
        onChange={(value) => {
          changed();
          setAmount(value);
        }}
        error={amount === '' || good ? undefined : t('check.number')}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={now.autoMargin === true}
          disabled={now.autoMargin === null || busy}
          onChange={({ target }) => void run(() => setAutoMargin(position, target.checked))}
        />
        {t('positions.autoMargin')}
      </label>
    </PositionDialog>
  );
}
