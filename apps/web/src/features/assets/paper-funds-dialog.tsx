/** How much of a coin comes or goes. */

import type { PaperFundsRow } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { toast } from '../../components/toast.tsx';
import { decimalsOf } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';
import { useQueryClient } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { KEYS } from '../../data/state/account.ts';
import { changeFunds } from '../../data/state/paper.ts';
import { issueText } from '../../platform/locale/field-issue.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { fundsIssue } from './funds-issue.ts';

/** What is to be done with which coin. */
export interface FundsChange {
  readonly direction: 'add' | 'reduce';
  readonly row: PaperFundsRow;
}

/** The dialog. */
export function PaperFundsDialog(props: FundsChange & { readonly onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const { direction, row, onClose } = props;
  const { coin } = row;
  const most = direction === 'add' ? row.addMax : row.reduceMax;
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const limit = t('paper.most', { amount: amount(most), coin });
  const submit = async () => {
    const issue = fundsIssue(typed, most);
    if (busy) return;
    if (issue !== null) {
      const values = { ...issue.values, amount: amount(most), coin };
      setRefusal(issueText(t, { id: issue.id, values }, t('order.size')));
      return;
    }
    setBusy(true);
    try {
      await changeFunds({ direction, coin, amount: typed });
      const done = direction === 'add' ? 'paper.added' : 'paper.reduced';
      toast('success', t(done, { amount: amount(typed), coin }));
      void client.invalidateQueries({ queryKey: KEYS.all });
      onClose();
    } catch (error) {
      setRefusal(errorText(t, error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t(`paper.${direction}To`, { coin })} onClose={onClose}>
      <form noValidate onSubmit={(event) => submitForm(event, submit)}>
        <NumberField
          label={t('order.size')}
          value={typed}
          unit={coin}
          scale={Math.max(2, decimalsOf(most))}
          error={refusal === '' ? undefined : refusal}
          onChange={(value) => {
            setTyped(value);
            setRefusal('');
          }}
        />
        <p className="field-hint">{limit}</p>
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {t(`paper.${direction}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
