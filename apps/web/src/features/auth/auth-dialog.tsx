/** Signing in or up without leaving the page. */

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { useSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { AuthForm, type AuthKind } from './auth-form.tsx';

/** The dialog. @param props.onPage turns to the other form; null closes */
export function AuthDialog(props: {
  readonly page: AuthKind;
  readonly onPage: (page: AuthKind | null) => void;
}) {
  const t = useT();
  const { page, onPage } = props;
  const signUp = page === 'register';
  // Known when the dialog opens: registering makes a person of the guest.
  const [guest] = useState(useSession().user?.guest === true);
  const keeps = guest && signUp;
  const done = () => {
    onPage(null);
    if (keeps) toast('success', t('paper.kept'));
  };
  const other: AuthKind = signUp ? 'login' : 'register';
  return (
    <Dialog
      title={t(keeps ? 'paper.keepTitle' : signUp ? 'auth.registerTitle' : 'auth.loginTitle')}
      onClose={() => onPage(null)}
    >
      {keeps && <p className="muted">{t('paper.keepText')}</p>}
      <AuthForm key={page} page={page} onDone={done} />
      <p className="auth-other">
        {t(signUp ? 'auth.haveAccount' : 'auth.noAccount')}{' '}
        <Button look="link" onClick={() => onPage(other)}>
          {t(`auth.${other}`)}
        </Button>
      </p>
    </Dialog>
  );
}
