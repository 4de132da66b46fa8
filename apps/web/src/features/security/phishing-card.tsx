/** The text by which a person knows our mails. */

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { toast } from '../../components/toast.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { setAntiPhishing } from './security-api.ts';
import { useAct } from './use-act.ts';

/** The card. @param props.code what is set; '' = none */
export function PhishingCard(props: { readonly code: string; readonly onDone: () => void }) {
  const t = useT();
  const [code, setCode] = useState(props.code);
  const { busy, act } = useAct();
  const save = () =>
    act(async () => {
      await setAntiPhishing(code);
      toast('success', t('security.saved'));
      props.onDone();
    });
  return (
    <section className="card security-card">
      <h2>{t('security.phishing')}</h2>
      <p className="muted">{t('security.phishingText')}</p>
      <form
        className="security-form"
        noValidate
        onSubmit={(event) => submitForm(event, () => void save())}
      >
        <TextField
          label={t('security.phishing')}
          name="antiPhishing"
          value={code}
          onChange={setCode}
        />
        <Button type="submit" look="primary" busy={busy}>
          {t('action.save')}
        </Button>
      </form>
    </section>
  );
}
