/** Borrows a coin into a margin account, or pays back what is owed of it. */

import { hourInterest } from '@halcyon/domain';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FormEnd } from '../../../components/form-end.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { SkeletonRows } from '../../../components/states.tsx';
import { submitForm } from '../../../components/submit-form.ts';
import { toast } from '../../../components/toast.tsx';
import { useRefusal } from '../../../components/use-refusal.ts';
import { trimZeros } from '../../../data/decimal.ts';
import { amount } from '../../../data/format.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { borrowCoin, repayCoin } from '../../../data/rest/margin.ts';
import { newClientOid } from '../../../data/rest/trading.ts';
import { KEYS } from '../../../data/state/account.ts';
import { type MarginCoin, type MarginPlace, useMarginPlace } from '../../../data/state/margin.ts';
import { issueText } from '../../../platform/locale/field-issue.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { RISKY_PPM } from '../account/risk.ts';
import { ofCoin, rateText, ratioText } from '../margin-texts.ts';
import { fieldOf, loanIssue, mostOf, principalAfter, worthAfter } from './loan-check.ts';
import type { LoanProps } from './loan-props.ts';

function useLoan({ way, kind, symbol, onClose }: LoanProps) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(['size']);
  const send = async (coin: string, text: string) => {
    setBusy(true);
    clear();
    const [place, clientOid] = [{ kind, symbol }, newClientOid()];
    try {
      if (way === 'borrow') await borrowCoin(place, { coin, borrowAmount: text, clientOid });
      else await repayCoin(place, { coin, repayAmount: text, clientOid });
      void client.invalidateQueries({ queryKey: KEYS.all });
      const done = way === 'borrow' ? 'margin.borrowed' : 'margin.repaid';
      toast('success', t(done, { amount: amount(text), coin }));
      onClose();
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, at, clear, send };
}

interface FormProps extends LoanProps {
  readonly place: MarginPlace;
}

/** What is owed, what it costs after it, and what the account would be. @param text '' where it cannot be sent */
function LoanFigures(props: FormProps & { readonly own: MarginCoin; readonly text: string }) {
  const t = useT();
  const { way, place, own, text } = props;
  const after = worthAfter(way, place, own, text);
  const { lent, interest, debt } = own;
  const hour = hourInterest(principalAfter(way, own, text), lent.ratePpm);
  return (
    <>
      <dl className="order-figures">
        <FigureLine label={t('margin.owed')} value={ofCoin(own, debt)} />
        {interest > 0 && (
          <FigureLine label={t('margin.ofInterest')} value={ofCoin(own, interest)} />
        )}
        <FigureLine label={t('margin.rate', { coin: own.coin })} value={rateText(lent.ratePpm)} />
        <FigureLine label={t('margin.interestHour')} value={ofCoin(own, hour)} />
        {after !== null && (
          <FigureLine label={t('margin.ratioAfter')} value={ratioText(after.ratioPpm)} />
        )}
      </dl>
      {way === 'borrow' && after !== null && after.ratioPpm >= RISKY_PPM && (
        <p className="order-notice" role="status">
          {t('margin.risky', { percent: ratioText(after.ratioPpm) })}
        </p>
      )}
    </>
  );
}

function LoanForm(props: FormProps) {
  const t = useT();
  const { way, place, onClose } = props;
  const offered = way === 'borrow' ? place.coins : place.coins.filter(({ debt }) => debt > 0);
  const [chosen, choose] = useState(props.coin);
  const [text, setText] = useState('');
  const { busy, refusal, at, clear, send } = useLoan(props);
  const own = offered.find(({ coin }) => coin === chosen) ?? offered[0];
  // The account may be read again before the answer comes.
  if (own === undefined) return busy ? <SkeletonRows rows={4} /> : <p>{t('margin.state.none')}</p>;
  const issue = loanIssue(way, place, own, text);
  const most = mostOf(way, place, own);
  const type = (next: string) => {
    clear();
    setText(next);
  };
  const submit = async () => {
    if (text !== '' && issue === null) await send(own.coin, trimZeros(text));
  };
  return (
    <form className="amend" onSubmit={(event) => submitForm(event, submit)} noValidate>
      <ChoiceField
        label={t('assets.coin')}
        value={own.coin}
        items={offered.map(({ coin }) => ({ key: coin, label: coin }))}
        onChange={(coin) => {
          choose(coin);
          type('');
        }}
      />
      <NumberField
        label={t('transfer.amount')}
        unit={own.coin}
        scale={own.digits}
        value={text}
        onChange={type}
        error={issue === null ? at('size') : issueText(t, issue, t('transfer.amount'))}
      />
      <p className="order-line">
        <span className="muted">{t(way === 'borrow' ? 'margin.most' : 'margin.mostBack')}</span>
        <Button look="link" onClick={() => type(fieldOf(own, most))}>
          {ofCoin(own, most)}
        </Button>
      </p>
      <LoanFigures {...props} own={own} text={issue === null ? text : ''} />
      <FormEnd
        refusal={refusal}
        busy={busy}
        onClose={onClose}
        confirm={t(`margin.${way}`)}
        disabled={text === ''}
      />
    </form>
  );
}

/** The dialog. */
export function LoanDialog(props: LoanProps) {
  const t = useT();
  const { place } = useMarginPlace(props.kind, props.symbol);
  return (
    <Dialog title={t(`margin.${props.way}`)} onClose={props.onClose}>
      {place === undefined ? <SkeletonRows rows={4} /> : <LoanForm {...props} place={place} />}
    </Dialog>
  );
}
