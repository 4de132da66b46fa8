/** Signing in or up without leaving the page. */

import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
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
  const other: AuthKind = signUp ? 'login' : 'register';
  return (
    <Dialog
      title={t(signUp ? 'auth.registerTitle' : 'auth.loginTitle')}
      onClose={() => onPage(null)}
    >
      <AuthForm key={page} page={page} onDone={() => onPage(null)} />
      <p className="auth-other">
        {t(signUp ? 'auth.haveAccount' : 'auth.noAccount')}{' '}
        <Button look="link" onClick={() => onPage(other)}>
          {t(`auth.${other}`)}
        </Button>
      </p>
    </Dialog>
  );
}
