/** How the paper venue works and what it cannot tell, with a picture. */

import { ButtonLink } from '../../components/button.tsx';
import { useTitle } from '../../components/use-title.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { PATHS, spotPath } from '../../platform/routes/paths.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { GuidePicture } from './guide-picture.tsx';
import { SimulationSwitch } from './simulation-switch.tsx';
import './guide.css';

const PARTS = ['flow', 'fill', 'trace', 'pause', 'funds', 'limits', 'measure'] as const;

function Part({ part }: { readonly part: (typeof PARTS)[number] }) {
  const t = useT();
  const title: MessageId = `guide.${part}.title`;
  return (
    <section className="card">
      <h2>{t(title)}</h2>
      <p className="muted">{t(`guide.${part}.text`)}</p>
      {part === 'measure' && SIMULATING && (
        <ButtonLink to={PATHS.paperFidelity}>{t('fidelity.title')}</ButtonLink>
      )}
    </section>
  );
}

/** The page at `/spot/simulation/guide`. */
export function GuidePage() {
  const t = useT();
  useTitle(`${t('guide.title')} | Halcyon`, t('guide.intro'));
  return (
    <div className="page guide">
      <h1 className="page-title">{t('guide.title')}</h1>
      <p className="page-intro">{t('guide.intro')}</p>
      <GuidePicture />
      <div className="guide-parts">
        {PARTS.map((part) => (
          <Part key={part} part={part} />
        ))}
      </div>
      <p className="guide-way">
        <SimulationSwitch look="primary" large path={spotPath()} />
        {SIMULATING && (
          <ButtonLink look="primary" large to={spotPath()}>
            {t('nav.trade')}
          </ButtonLink>
        )}
      </p>
    </div>
  );
}
