/** Freezes the account, in an emergency. */

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { loadSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { freezeAccount } from './security-api.ts';
import { useAct } from './use-act.ts';

/** The card. */
export function FreezeCard() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { busy, act } = useAct();
  const freeze = () =>
    act(async () => {
      await freezeAccount();
      toast('success', t('security.frozenNow'));
      await loadSession();
    });
  return (
    <section className="card security-card">
      <h2>{t('security.freeze')}</h2>
      <p className="muted">{t('security.freezeText')}</p>
      <Button look="danger" onClick={() => setOpen(true)}>
        {t('security.freeze')}
      </Button>
      {open && (
        <ConfirmDialog
          title={t('security.freeze')}
          text={t('security.freezeText')}
          confirm={t('security.freeze')}
          danger
          busy={busy}
          onConfirm={() => void freeze()}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
