/** Follows a trader: how much, and how. */

import type { CopyPortfolioRow, CopyTrader } from '@halcyon/domain/web';
import { useState } from 'react';
import { useQuery } from '../../data/query/use-query.ts';
import { fetchPortfolios } from '../../data/rest/copying.ts';
import { web } from '../../data/rest/web.ts';
import { KEYS } from '../../data/state/account.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { CHOICE_FIELDS, ChoiceFields, choicesOf, draftOf, FIRST_DRAFT } from './choices-form.tsx';
import { DryRun } from './dry-run.tsx';
import { type Ends, MoneyField, SendingDialog } from './sending-dialog.tsx';
import { triedAmount } from './tried-amount.ts';

/** The dialog of somebody who does not follow yet. */
export function FollowDialog(props: Ends & { readonly trader: CopyTrader; readonly code: string }) {
  const t = useT();
  const { trader, code, onClose, onDone } = props;
  const { id, coin, amountMin, share } = trader;
  const [draft, setDraft] = useState(FIRST_DRAFT);
  const [money, setMoney] = useState(amountMin);
  const { data } = useQuery({
    queryKey: [...KEYS.all, 'copy-portfolios'],
    queryFn: fetchPortfolios,
  });
  const send = () =>
    web('POST /copy/follows', { trader: id, code, amount: money, ...choicesOf(draft) });
  return (
    <SendingDialog
      {...{ onClose, onDone, send }}
      wide
      title={t('copy.followThis', { id })}
      fields={['size', ...CHOICE_FIELDS]}
      confirm={t('copy.follow')}
    >
      {(wrong) => (
        <>
          <p className="muted copy-note">{t('copy.followRule', { share })}</p>
          <MoneyField
            {...{ coin, wrong }}
            value={money}
            available={data?.available}
            onChange={setMoney}
          />
          <ChoiceFields {...{ draft, coin, wrong }} onChange={setDraft} />
          <DryRun fields={{ trader: id, code, amount: money, ...choicesOf(draft) }} />
        </>
      )}
    </SendingDialog>
  );
}

/** What a follower has set, to be changed. */
export function ChoicesDialog(props: Ends & { readonly portfolio: CopyPortfolioRow }) {
  const t = useT();
  const { portfolio, onClose, onDone } = props;
  const { id, coin, choices, trader } = portfolio;
  const money = triedAmount(portfolio);
  const [draft, setDraft] = useState(() => (choices === null ? FIRST_DRAFT : draftOf(choices)));
  const send = () => web('POST /copy/portfolios/:id/choices', { id, ...choicesOf(draft) });
  return (
    <SendingDialog
      {...{ onClose, onDone, send }}
      wide
      title={t('copy.settings')}
      fields={CHOICE_FIELDS}
    >
      {(wrong) => (
        <>
          <ChoiceFields {...{ draft, coin, wrong }} onChange={setDraft} />
          {money !== null && (
            <DryRun
              fields={{
                ...{ trader: trader ?? '', portfolio: id, amount: money },
                ...choicesOf(draft),
              }}
            />
          )}
        </>
      )}
    </SendingDialog>
  );
}
