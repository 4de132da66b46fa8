/** The text by which a person knows our mails. */

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { toast } from '../../components/toast.tsx';
import { useRefusal } from '../../components/use-refusal.ts';
import { checkField } from '../../platform/forms/rules.ts';
import { issueText } from '../../platform/locale/field-issue.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { setAntiPhishing } from './security-api.ts';

const LENGTH_MIN = 4;
const LENGTH_MAX = 20;

/** The card. @param props.code what is set; '' = none */
export function PhishingCard(props: { readonly code: string; readonly onDone: () => void }) {
  const t = useT();
  const [code, setCode] = useState(props.code);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(['antiPhishing']);
  const issue = code === '' ? null : checkField(code, { min: LENGTH_MIN, max: LENGTH_MAX });
  const save = async () => {
    setTried(true);
    if (issue !== null || busy) return;
    setBusy(true);
    clear();
    try {
      await setAntiPhishing(code);
      toast('success', t('security.saved'));
      props.onDone();
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };
  const label = t('security.phishing');
  return (
    <section className="card security-card">
      <h2>{t('security.phishing')}</h2>
      <p className="muted">{t('security.phishingText')}</p>
      <form className="security-form" noValidate onSubmit={(event) => submitForm(event, save)}>
        <TextField
          label={label}
          name="antiPhishing"
          value={code}
          onChange={setCode}
          error={tried && issue !== null ? issueText(t, issue, label) : at('antiPhishing')}
        />
        {refusal !== '' && (
          <p className="security-refusal" role="alert">
            {refusal}
          </p>
        )}
        <Button type="submit" look="primary" busy={busy}>
          {t('action.save')}
        </Button>
      </form>
    </section>
  );
}
