/** Turns a position around at the market: what is closed and opened, what that costs, and what ends with it. */

import { MARGIN_SCALE, orderNeeds } from '@halcyon/domain';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { toText } from '../../../data/decimal.ts';
import { amount } from '../../../data/format.ts';
import { reversePosition } from '../../../data/rest/positions.ts';
import { newClientOid } from '../../../data/rest/trading.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { exitsOf, type PositionInfo, useContractPlans } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { coinsText, NoFigures, ProfitUnits, ticksText } from './after-lines.tsx';
import { afterTrades, backing, takenOf } from './position-after.ts';
import { digitsOf } from './position-cells.tsx';
import { usePositionAction } from './use-position-action.ts';
import { type PositionDesk, usePositionDesk } from './use-position-desk.ts';

interface Props {
  readonly position: PositionInfo;
  readonly onClose: () => void;
}

/** What twice its size against a position would do, as far as the book goes. */
function turned({ account, own, offers }: PositionDesk) {
  const sign = own.lots > 0 ? -1 : 1;
  const taken = takenOf(2 * Math.abs(own.lots), offers(sign > 0), null);
  const { terms, takerPpm } = account.contract;
  const after = afterTrades(account.margin, own, taken, { sign, takerPpm });
  const price = taken.at(-1)?.tick ?? own.mark;
  const rates = { termsTakerPpm: terms.takerPpm, takerPpm };
  const order = { lots: sign * after.traded, price, reduceOnly: false, ...rates };
  return { after, needed: Math.max(0, orderNeeds(own, order)) };
}

const FIGURES = [
  ...(['positions.sizeAfter', 'positions.estProfit', 'order.fee'] as const),
  ...(['futures.cost', 'positions.margin', 'futures.liquidation'] as const),
];

function ReverseFigures({ desk }: { readonly desk: PositionDesk }) {
  const t = useT();
  const { account, contract } = desk;
  const { after, needed } = turned(desk);
  const { position } = after;
  const side = position.lots > 0 ? 'long' : 'short';
  const size = amount(toText(BigInt(Math.abs(position.lots)), contract.sizeScale));
  const cost = `${amount(toText(BigInt(needed), MARGIN_SCALE))} ${account.coin}`;
  return (
    <dl className="order-figures">
      <FigureLine
        label={t('positions.sizeAfter')}
        value={
          position.lots === 0 ? (
            '–'
          ) : (
            <bdi>{`${t(`positions.side.${side}`)} ${size} ${contract.base}`}</bdi>
          )
        }
      />
      <FigureLine
        label={t('positions.estProfit')}
        value={<ProfitUnits account={account} units={after.profit} />}
      />
      <FigureLine label={t('order.fee')} value={coinsText(account, after.fee)} />
      <FigureLine label={t('futures.cost')} value={cost} />
      <FigureLine label={t('positions.margin')} value={coinsText(account, backing(position))} />
      <FigureLine
        label={t('futures.liquidation')}
        value={ticksText(after.liquidation, contract.priceScale)}
      />
    </dl>
  );
}

/** The dialog. */
export function ReverseDialog({ position, onClose }: Props) {
  const t = useT();
  const { busy, refusal, run } = usePositionAction();
  const desk = usePositionDesk(position);
  const digits = digitsOf(useContracts().data, position.symbol);
  const exits = exitsOf(useContractPlans(position.symbol).rows, position).length;
  const send = async () => {
    if (!(await run(() => reversePosition(position, newClientOid())))) return;
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('positions.reverse')}
      text={t('positions.reverseText', {
        size: `${amount(position.size)} ${digits.base}`,
        symbol: position.symbol,
      })}
      confirm={t('positions.reverse')}
      danger
      busy={busy}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      {desk === null ? (
        <NoFigures of={FIGURES.map((id) => t(id))} />
      ) : (
        <ReverseFigures desk={desk} />
      )}
      {exits > 0 && <p className="order-notice">{t('positions.reverseDrops', { count: exits })}</p>}
      {refusal !== '' && (
        <p className="order-refusal" role="alert">
          {refusal}
        </p>
      )}
    </ConfirmDialog>
  );
}
