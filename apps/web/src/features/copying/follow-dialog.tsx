/** Follows a trader: how much, and how. */

import type { CopyPortfolioRow, CopyTrader } from '@halcyon/domain/web';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { amount } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { fetchPortfolios } from '../../data/rest/copying.ts';
import { web } from '../../data/rest/web.ts';
import { KEYS } from '../../data/state/account.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { CHOICE_FIELDS, ChoiceFields, choicesOf, draftOf, FIRST_DRAFT } from './choices-form.tsx';
import { useSending } from './use-sending.ts';

const COIN_DIGITS = 8;

interface Ends {
  readonly onClose: () => void;
  /** After something changed. */
  readonly onDone: () => void;
}

function useEnds({ onClose, onDone }: Ends) {
  return useSending(() => {
    onDone();
    onClose();
  });
}

/** The dialog of somebody who does not follow yet. */
export function FollowDialog(props: Ends & { readonly trader: CopyTrader; readonly code: string }) {
  const t = useT();
  const { trader, code, onClose } = props;
  const { id, coin, amountMin, share } = trader;
  const [draft, setDraft] = useState(FIRST_DRAFT);
  const [money, setMoney] = useState(amountMin);
  const { busy, send, wrong, rest } = useEnds(props);
  const { data } = useQuery({
    queryKey: [...KEYS.all, 'copy-portfolios'],
    queryFn: fetchPortfolios,
  });
  const submit = () =>
    void send(() =>
      web('POST /copy/follows', { trader: id, code, amount: money, ...choicesOf(draft) }),
    );
  return (
    <Dialog wide title={t('copy.followThis', { id })} onClose={onClose}>
      <form className="copy-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <p className="muted copy-note">{t('copy.followRule', { share })}</p>
        <NumberField
          label={t('order.size')}
          value={money}
          unit={coin}
          scale={COIN_DIGITS}
          error={wrong('amount')}
          onChange={setMoney}
        />
        <p className="muted copy-note">
          {t('order.available')}:{' '}
          <bdi dir="ltr">
            {amount(data?.available)} {coin}
          </bdi>
        </p>
        <ChoiceFields draft={draft} coin={coin} onChange={setDraft} wrong={wrong} />
        <FormEnd
          refusal={rest(['amount', ...CHOICE_FIELDS])}
          busy={busy}
          onClose={onClose}
          confirm={t('copy.follow')}
        />
      </form>
    </Dialog>
  );
}

/** What a follower has set, to be changed. */
export function ChoicesDialog(props: Ends & { readonly portfolio: CopyPortfolioRow }) {
  const t = useT();
  const { portfolio, onClose } = props;
  const { id, coin, choices } = portfolio;
  const [draft, setDraft] = useState(() => (choices === null ? FIRST_DRAFT : draftOf(choices)));
  const { busy, send, wrong, rest } = useEnds(props);
  const submit = () =>
    void send(() => web('POST /copy/portfolios/:id/choices', { id, ...choicesOf(draft) }));
  return (
    <Dialog wide title={t('copy.settings')} onClose={onClose}>
      <form className="copy-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <ChoiceFields draft={draft} coin={coin} onChange={setDraft} wrong={wrong} />
        <FormEnd refusal={rest(CHOICE_FIELDS)} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
