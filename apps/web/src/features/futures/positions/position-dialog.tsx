/** What the dialogs of a position have in common: which one it is, a refusal, and two buttons. */

import type { ReactNode } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { submitForm } from '../../../components/submit-form.ts';
import { amount, price } from '../../../data/format.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import type { PositionInfo } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { digitsOf, LiquidationPrice, NameCell, Unrealised } from './position-cells.tsx';

/** The position in figures. */
export function PositionLines({ position }: { readonly position: PositionInfo }) {
  const t = useT();
  const digits = digitsOf(useContracts().data, position.symbol);
  return (
    <dl className="order-figures">
      <FigureLine label={t('orders.pair')} value={<NameCell position={position} />} />
      <FigureLine label={t('positions.size')} value={`${amount(position.size)} ${digits.base}`} />
      <FigureLine label={t('positions.entryPrice')} value={price(position.entry, digits.price)} />
      <FigureLine label={t('futures.mark')} value={price(position.mark, digits.price)} />
      <FigureLine
        label={t('positions.liquidation')}
        value={<LiquidationPrice position={position} digits={digits.price} />}
      />
      <FigureLine label={t('futures.unrealised')} value={<Unrealised position={position} />} />
    </dl>
  );
}

/** A dialog with the position, the fields in `children`, and a button that sends them. */
export function PositionDialog(props: {
  readonly title: string;
  readonly position: PositionInfo;
  readonly refusal: string;
  readonly busy: boolean;
  readonly confirm: string;
  readonly look?: 'primary' | 'danger';
  readonly onSubmit: () => unknown;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form className="amend" onSubmit={(event) => submitForm(event, props.onSubmit)} noValidate>
        <PositionLines position={props.position} />
        {props.children}
        <FormEnd
          refusal={props.refusal}
          busy={props.busy}
          onClose={props.onClose}
          confirm={props.confirm}
          look={props.look ?? 'primary'}
        />
      </form>
    </Dialog>
  );
}
