/** Explains liquidations of margin accounts: the rule, the arithmetic of each step, and what was done then. */

import type { MarginKind } from '@halcyon/domain/web';
import { ButtonLink } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { amount, dateTime, plainPercent } from '../../../data/format.ts';
import { useAccountQuery } from '../../../data/state/account.ts';
import { type Instruments, useInstruments } from '../../../data/state/instruments.ts';
import { MARGIN_KEYS } from '../../../data/state/margin.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { PATHS } from '../../../platform/routes/paths.ts';
import { marginAccountText } from '../../records/margin-words.ts';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { usePairs } from '../../terminal/orders/cells.tsx';
import { ListBody } from '../../terminal/orders/list-body.tsx';
import { Amounts } from '../amounts.tsx';
import { repaidTexts, tradeTexts } from '../trade-texts.ts';
import { fetchSteps, type LiquidationStep } from './liquidation-steps.ts';
import '../../terminal/orders/orders.css';
import '../margin.css';

const NO_PAIRS: Instruments = new Map();

function Step({ step }: { readonly step: LiquidationStep }) {
  const t = useT();
  const pairOf = usePairs();
  const instruments = useInstruments().data ?? NO_PAIRS;
  const { row, fills, repayments } = step;
  const { account, symbol, coin, keeps, equity, ratio, ended } = row;
  const money = (text: string) => `${amount(text)} ${coin}`;
  const name = marginAccountText(t, account, symbol === '' ? '' : pairOf(symbol));
  const quotient = `${amount(keeps)} ÷ ${amount(equity)} = ${ratio === '' ? '∞' : plainPercent(ratio)}`;
  const more = [
    ['positions.why.fee', row.fee],
    ['positions.why.fund', row.paidByFund],
    ['marginPage.lost', row.lostByPools],
  ] as const;
  return (
    <li>
      <h3>
        <bdi>{name}</bdi> · <bdi>{dateTime(row.time)}</bdi>
      </h3>
      <dl className="order-figures">
        <FigureLine label={t('futures.maintenance')} value={money(keeps)} />
        <FigureLine label={t('futures.equity')} value={money(equity)} />
        <FigureLine label={t('futures.marginRatio')} value={quotient} />
        <Amounts label={t('margin.flash.sold')} texts={tradeTexts(fills, instruments)} />
        <Amounts label={t('margin.flash.paid')} texts={repaidTexts(repayments)} />
        {more
          .filter(([, text]) => Number(text) > 0)
          .map(([label, text]) => (
            <FigureLine key={label} label={t(label)} value={money(text)} />
          ))}
        <FigureLine
          label={t('orders.status')}
          value={t(ended ? 'status.success' : 'status.pending')}
        />
      </dl>
    </li>
  );
}

/** The dialog. @param kind of one account; absent = of both */
export function LiquidationDialog(props: {
  readonly kind?: MarginKind;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { kind, onClose } = props;
  const key = [...MARGIN_KEYS.liquidations, kind ?? 'both', 'steps'];
  const query = useAccountQuery(key, () => fetchSteps(kind));
  return (
    <Dialog title={t('positions.why.title')} onClose={onClose}>
      <div className="amend">
        <p>{t('margin.why.rule')}</p>
        <p>{t('margin.why.steps')}</p>
        <ListBody what="records" query={query} rows={query.data ?? []}>
          {(steps) => (
            <ol className="margin-steps">
              {steps.map((step) => (
                <Step key={step.row.id} step={step} />
              ))}
            </ol>
          )}
        </ListBody>
        <p className="muted">{t('margin.why.where')}</p>
        <div className="dialog-actions">
          <ButtonLink to={PATHS.marginRecords}>{t('nav.marginRecords')}</ButtonLink>
        </div>
      </div>
    </Dialog>
  );
}
