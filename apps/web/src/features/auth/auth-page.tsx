/** The sign-in and sign-up pages. */

import { splitLanguage } from '@halcyon/domain/web';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../data/state/session.ts';
import { Link, Navigate, useNavigate } from '../../platform/links/navigation.tsx';
import { safeReturnTo } from '../../platform/links/return-to.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { authPath, PATHS, spotPath } from '../../platform/routes/paths.ts';
import { useTitle } from '../shell/use-title.ts';
import { AuthForm, type AuthKind } from './auth-form.tsx';
import './auth.css';

/** The return address as the router takes it: it adds the language segment itself. */
function returnTarget(query: string | null): string | null {
  const back = safeReturnTo(query);
  return back === null ? null : splitLanguage(back).path;
}

/** The page at `/login` or `/register`. */
export function AuthPage({ page }: { readonly page: AuthKind }) {
  const t = useT();
  const session = useSession();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const query = params.get('returnTo');
  // Once an address: a refused one warns.
  const back = useMemo(() => returnTarget(query), [query]);
  const signUp = page === 'register';
  const target = back ?? (signUp ? PATHS.spotAssets : spotPath());
  useTitle(`${t(signUp ? 'auth.register' : 'auth.login')} | Halcyon`);
  if (session.user !== null) return <Navigate to={target} replace />;
  const other: AuthKind = signUp ? 'login' : 'register';
  return (
    <div className="auth">
      <div className="auth-card card">
        <h1>{t(signUp ? 'auth.registerTitle' : 'auth.loginTitle')}</h1>
        <p className="muted">{t(signUp ? 'auth.registerText' : 'auth.loginText')}</p>
        <AuthForm key={page} page={page} onDone={() => navigate(target, { replace: true })} />
        <p className="auth-other">
          {t(signUp ? 'auth.haveAccount' : 'auth.noAccount')}{' '}
          <Link to={authPath(other, back ?? '/')}>{t(`auth.${other}`)}</Link>
        </p>
      </div>
    </div>
  );
}
