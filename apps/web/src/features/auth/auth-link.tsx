/**
 * The way to sign in or up from any page. The pages for it are not part of simulation trading: there a
 * dialog opens on the page one is on.
 */

import { lazy, type ReactNode, Suspense } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button, ButtonLink, type ButtonLook } from '../../components/button.tsx';
import { useLocation } from '../../platform/links/router.tsx';
import { authPath } from '../../platform/routes/paths.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';

const dialogStore = createStore<'login' | 'register' | null>(() => null);

const AuthDialog = lazy(async () => ({
  default: (await import('./auth-dialog.tsx')).AuthDialog,
}));

/** Opens the dialog; null closes it. */
export function showAuthDialog(page: 'login' | 'register' | null): void {
  dialogStore.setState(page, true);
}

interface Props {
  readonly page: 'login' | 'register';
  readonly look?: ButtonLook;
  readonly large?: boolean;
  readonly block?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to the page, or in simulation trading a button that opens the dialog. */
export function AuthLink({ page, ...rest }: Props) {
  const { pathname, search } = useLocation();
  if (SIMULATING) return <Button {...rest} onClick={() => showAuthDialog(page)} />;
  return <ButtonLink {...rest} to={authPath(page, pathname + search)} />;
}

/** The place where the dialog appears; renders nothing while it is closed. */
export function AuthDialogHost() {
  const page = useStore(dialogStore);
  if (page === null) return null;
  return (
    <Suspense>
      <AuthDialog page={page} onPage={showAuthDialog} />
    </Suspense>
  );
}
