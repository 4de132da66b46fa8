/** The sign-in and sign-up pages. */

import { splitLanguage } from '@halcyon/domain/web';
import { useEffect, useMemo } from 'react';
import { useTitle } from '../../components/use-title.ts';
import { useSession } from '../../data/state/session.ts';
import { Link, Navigate } from '../../platform/links/navigation.tsx';
import { loadPage } from '../../platform/links/page.ts';
import { safeReturnTo } from '../../platform/links/return-to.ts';
import { useLocation } from '../../platform/links/router.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { useLocale } from '../../platform/locale/locale.ts';
import { authPath, PATHS, spotPath } from '../../platform/routes/paths.ts';
import { AuthForm, type AuthKind } from './auth-form.tsx';
import { useFirstField } from './first-field.ts';
import './auth.css';

/** Leads to a return address; one in another language is a load, as that language is. */
function Leave({ target }: { readonly target: string }) {
  const shown = useLocale().code;
  const { code, path } = splitLanguage(target);
  const elsewhere = code !== '' && code !== shown;
  useEffect(() => {
    if (elsewhere) loadPage(target, true);
  }, [elsewhere, target]);
  return elsewhere ? null : <Navigate to={path} replace />;
}

/** The page at `/login` or `/register`. */
export function AuthPage({ page }: { readonly page: AuthKind }) {
  const t = useT();
  const session = useSession();
  const query = new URLSearchParams(useLocation().search).get('returnTo');
  // Once an address: a refused one warns.
  const back = useMemo(() => safeReturnTo(query), [query]);
  const signUp = page === 'register';
  const target = back ?? (signUp ? PATHS.spotAssets : spotPath());
  useTitle(`${t(signUp ? 'auth.register' : 'auth.login')} | Halcyon`);
  useFirstField(page);
  if (session.user !== null) return <Leave target={target} />;
  const other: AuthKind = signUp ? 'login' : 'register';
  return (
    <div className="auth">
      <div className="auth-card card">
        <h1>{t(signUp ? 'auth.registerTitle' : 'auth.loginTitle')}</h1>
        <p className="muted">
          {t(signUp ? 'auth.registerText' : 'auth.loginText')}
          {signUp && session.faucet && ` ${t('auth.registerFaucet')}`}
        </p>
        <AuthForm key={page} page={page} />
        <p className="auth-other">
          {t(signUp ? 'auth.haveAccount' : 'auth.noAccount')}{' '}
          <Link to={authPath(other, back ?? '/')}>{t(`auth.${other}`)}</Link>
        </p>
        {!signUp && (
          <p className="auth-other">
            <Link to={PATHS.resetPassword}>{t('auth.forgot')}</Link>
          </p>
        )}
      </div>
    </div>
  );
}
