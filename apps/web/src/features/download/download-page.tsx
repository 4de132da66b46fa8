/** Ways to use the exchange besides this browser tab: as an app, from programs, by command line. */

import { CLIENT_TYPES } from '@halcyon/domain/web';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { useTitle } from '../../components/use-title.ts';
import { appOffer, clientType } from '../../platform/client/client-type.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { install, useInstall } from '../../platform/pwa/install.ts';
import { PATHS } from '../../platform/routes/paths.ts';
import { isOffered } from '../../platform/simulation/mode.ts';
import { COMMANDS, javascriptClient, pythonClient } from './snippets.ts';
import './download.css';

function Way(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="card way">
      <span className="way-icon">
        <Icon name={props.icon} size={22} />
      </span>
      <h2>{props.title}</h2>
      <p className="muted">{props.text}</p>
      {props.children}
    </section>
  );
}

const ALL_HINTS: readonly MessageId[] = [
  'download.app.computer',
  'download.app.android',
  'download.app.ios',
];

/** How to install by hand: on a phone its own way, else every way. */
const HINTS: Readonly<Record<ReturnType<typeof appOffer>, readonly MessageId[]>> = {
  '': ALL_HINTS,
  1: ['download.app.ios'],
  2: ['download.app.android'],
  3: ALL_HINTS,
};

function AppWay() {
  const t = useT();
  const { offer, ...state } = useInstall();
  const installed = state.installed || clientType() === CLIENT_TYPES.APP_BROWSER;
  return (
    <Way icon="device" title={t('download.app.title')} text={t('download.app.text')}>
      {installed && (
        <p className="way-done" role="status">
          <Icon name="success" />
          {t('download.app.installed')}
        </p>
      )}
      {offer !== null && (
        <Button look="primary" large onClick={() => void install()}>
          <Icon name="download" />
          {t('download.app.install')}
        </Button>
      )}
      {!installed && offer === null && (
        <ul className="way-list">
          {HINTS[appOffer(navigator.userAgent)].map((hint) => (
            <li key={hint}>{t(hint)}</li>
          ))}
        </ul>
      )}
    </Way>
  );
}

/** The page at `/download`. */
export function DownloadPage() {
  const t = useT();
  useTitle(`${t('nav.download')} | Halcyon`, t('download.text'));
  const { origin } = location;
  return (
    <div className="page">
      <h1 className="page-title">{t('nav.download')}</h1>
      <p className="page-intro">{t('download.text')}</p>
      <div className="ways">
        <AppWay />
        <Way icon="code" title={t('download.api.title')} text={t('download.api.text')}>
          <CodeBlock name="Python" code={pythonClient(origin)} />
          <CodeBlock name="JavaScript" code={javascriptClient(origin)} />
          <div className="way-links">
            <ButtonLink look="primary" to={PATHS.apiKeys}>
              {t('keys.create')}
            </ButtonLink>
            {isOffered(PATHS.apiDocs) && (
              <ButtonLink to={PATHS.apiDocs}>{t('nav.apiDocs')}</ButtonLink>
            )}
          </div>
        </Way>
        <Way icon="terminal" title={t('download.cli.title')} text={t('download.cli.text')}>
          <CodeBlock name="Shell" code={COMMANDS} />
        </Way>
      </div>
    </div>
  );
}
