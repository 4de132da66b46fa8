/** Offers phones the app, until it is there or the offer was sent away. */

import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { appOffer } from '../../platform/client/client-type.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { install, useInstall } from '../../platform/pwa/install.ts';
import { PATHS } from '../../platform/routes/paths.ts';
import { readLocal, writeLocal } from '../../platform/storage/local.ts';

const DISMISSED_KEY = 'app-offer-dismissed';

/** The offer; nothing on desktops and inside the app. */
export function AppOffer() {
  const t = useT();
  const { offer, installed } = useInstall();
  const [dismissed, setDismissed] = useState(() => readLocal(DISMISSED_KEY) !== null);
  if (dismissed || installed || appOffer(navigator.userAgent) === '') return null;
  const dismiss = () => {
    writeLocal(DISMISSED_KEY, '1');
    setDismissed(true);
  };
  const label = t('download.app.install');
  return (
    <section className="card app-offer" aria-labelledby="app-offer">
      <span className="feature-icon">
        <Icon name="device" size={20} />
      </span>
      <div>
        <h2 id="app-offer">{t('download.app.title')}</h2>
        <p className="muted">{t('download.app.text')}</p>
        {offer === null ? (
          <ButtonLink to={PATHS.download}>{label}</ButtonLink>
        ) : (
          <Button onClick={() => void install()}>{label}</Button>
        )}
      </div>
      <Button look="ghost" icon aria-label={t('action.close')} onClick={dismiss}>
        <Icon name="close" />
      </Button>
    </section>
  );
}
