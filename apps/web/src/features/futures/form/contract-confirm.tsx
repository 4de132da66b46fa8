/** Asks once more before an order of a contract is sent. */

import { ConfirmDialog } from '../../../components/dialog.tsx';
import { grouped } from '../../../data/format.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { hasPrice, type Side } from '../../desk/order-form/draft.ts';
import { crossingOf } from '../../terminal/crossing.ts';
import { CrossingNote } from '../../terminal/crossing-note.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { sideFigures, sideLabel } from './contract-sides.tsx';
import { leverageOf } from './order-sums.ts';
import type { ContractFormModel } from './use-contract-form.ts';

/** The dialog. */
export function ContractConfirm(props: { readonly model: ContractFormModel; readonly side: Side }) {
  const t = useT();
  const { model, side } = props;
  const { clean, market } = model;
  const { instrument, best } = market;
  const priced = (text: string) => `${grouped(text)} ${instrument.quote}`;
  return (
    <ConfirmDialog
      title={t('order.confirm')}
      confirm={t(sideLabel(model, side))}
      look={side}
      onConfirm={model.confirm}
      onClose={model.back}
    >
      <dl className="order-figures">
        <FigureLine label={t('futures.contract')} value={instrument.symbol} />
        <FigureLine label={t('order.kind')} value={t(`order.kind.${clean.kind}`)} />
        {clean.kind === 'trigger' && (
          <FigureLine label={t('order.trigger')} value={priced(clean.trigger)} />
        )}
        <FigureLine
          label={t('order.price')}
          value={hasPrice(clean) ? priced(clean.price) : t('order.marketPrice')}
        />
        <FigureLine label={t('order.size')} value={grouped(clean.size)} />
        <FigureLine label={t('futures.leverage')} value={`${leverageOf(market)}×`} />
        {sideFigures(model.sums[side], market).map(([label, value]) => (
          <FigureLine key={label} label={t(label)} value={value} />
        ))}
      </dl>
      {clean.kind === 'limit' && (
        <CrossingNote
          crossing={crossingOf(side, clean.price, best)}
          side={side}
          best={best}
          instrument={instrument}
        />
      )}
    </ConfirmDialog>
  );
}
