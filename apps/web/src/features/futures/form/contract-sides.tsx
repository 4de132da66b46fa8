/** The two buttons of the form, and under each what its order would need and do. */

import { MARGIN_SCALE } from '@halcyon/domain';
import { Button } from '../../../components/button.tsx';
import { toText } from '../../../data/decimal.ts';
import { amount, plainPercent, price } from '../../../data/format.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { AuthLink } from '../../auth/auth-link.tsx';
import type { Side } from '../../desk/order-form/draft.ts';
import { FigureLine } from '../../terminal/figure-line.tsx';
import type { ContractMarket, SideSums } from './order-sums.ts';
import type { ContractFormModel } from './use-contract-form.ts';

interface Props {
  readonly model: ContractFormModel;
}

/** Nearer than this to its liquidation an order is warned of: 5 %, in ppm. */
const NEAR_PPM = 50_000;
const PPM_SCALE = 6;

/** Units as text with a coin; a dash for what is not known. */
function coins(units: number | null, scale: number, coin: string): string {
  return units === null ? '–' : `${amount(toText(BigInt(units), scale), scale)} ${coin}`;
}

/** The figures of one side, by the message that names them. */
export function sideFigures(sums: SideSums, { instrument, account }: ContractMarket) {
  const { base, quote, sizeScale, priceScale } = instrument;
  const { liquidation, needed, fee, max } = sums;
  const text = liquidation === null ? null : toText(BigInt(liquidation), priceScale);
  return [
    ['futures.cost', coins(needed, MARGIN_SCALE, quote)],
    ['futures.max', coins(max, sizeScale, base)],
    ['futures.liquidation', text === null ? '–' : price(text, priceScale)],
    ['order.fee', coins(fee, account?.scale ?? 0, quote)],
  ] as const;
}

/** How an order of a side is called: it opens or closes a position, or does whichever there is. */
export function sideLabel({ hedge, draft }: ContractFormModel, side: Side) {
  if (!hedge) return side === 'buy' ? 'futures.buyLong' : 'futures.sellShort';
  if (draft.intent === 'open') return side === 'buy' ? 'futures.openLong' : 'futures.openShort';
  return side === 'buy' ? 'futures.closeShort' : 'futures.closeLong';
}

function NearNote({ sums }: { readonly sums: SideSums }) {
  const t = useT();
  const { distancePpm } = sums;
  if (distancePpm === null || distancePpm >= NEAR_PPM) return null;
  const percent = plainPercent(toText(BigInt(distancePpm), PPM_SCALE));
  return <p className="contract-near">{t('futures.near', { percent })}</p>;
}

function SideColumn({ model, side }: Props & { readonly side: Side }) {
  const t = useT();
  const sums = model.sums[side];
  return (
    <div className="contract-side">
      <Button look={side} large block busy={model.busy === side} onClick={() => model.submit(side)}>
        {t(sideLabel(model, side))}
      </Button>
      <dl className="order-figures">
        {sideFigures(sums, model.market).map(([label, value]) => (
          <FigureLine key={label} label={t(label)} value={value} />
        ))}
      </dl>
      <NearNote sums={sums} />
    </div>
  );
}

/** Both sides; for nobody the way in. */
export function ContractSides({ model }: Props) {
  const t = useT();
  if (model.trader === 'nobody') {
    return (
      <>
        <AuthLink page="login" look="primary" large block>
          {t('order.login')}
        </AuthLink>
        <AuthLink page="register" look="link" className="order-signup">
          {t('order.noAccount')}
        </AuthLink>
      </>
    );
  }
  return (
    <>
      {model.refusal !== '' && (
        <p className="order-refusal" role="alert">
          {model.refusal}
        </p>
      )}
      <div className="contract-sides">
        <SideColumn model={model} side="buy" />
        <SideColumn model={model} side="sell" />
      </div>
      {model.trader === 'guest' && <p className="field-hint">{t('paper.firstOrder')}</p>}
    </>
  );
}
