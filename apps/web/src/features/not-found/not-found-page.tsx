/** The page for addresses that are none. */

import { ButtonLink } from '../../components/button.tsx';
import { useTitle } from '../../components/use-title.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS, spotPath } from '../../platform/routes/paths.ts';
import { isOffered } from '../../platform/simulation/mode.ts';
import './not-found.css';

/** Says that there is no such page (or what `detail` says), with ways back. */
export function NotFoundPage({ detail }: { readonly detail?: string }) {
  const t = useT();
  useTitle(`${t('notFound.title')} | Halcyon`);
  return (
    <div className="not-found">
      <p className="not-found-code" aria-hidden="true">
        404
      </p>
      <h1>{t('notFound.title')}</h1>
      <p className="muted">{detail ?? t('notFound.text')}</p>
      <div className="not-found-actions">
        {isOffered(PATHS.markets) && (
          <ButtonLink look="primary" large to={PATHS.markets}>
            {t('notFound.markets')}
          </ButtonLink>
        )}
        <ButtonLink large to={spotPath()}>
          {t('notFound.trade')}
        </ButtonLink>
      </div>
    </div>
  );
}
