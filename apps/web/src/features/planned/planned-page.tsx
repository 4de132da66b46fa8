/** Says what a page will be, in the place of the page. No controls: there is nothing to control. */

import { ButtonLink } from '../../components/button.tsx';
import { useTitle } from '../../components/use-title.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { PATHS, spotPath } from '../../platform/routes/paths.ts';
import type { PlannedPageId } from '../../platform/routes/planned.ts';
import { isOffered } from '../../platform/simulation/mode.ts';
import './planned.css';

/** The page at an address whose part of the exchange is not built. */
export function PlannedPage({ page }: { readonly page: PlannedPageId }) {
  const t = useT();
  const title = t(`planned.${page}.title`);
  useTitle(`${title} | Halcyon`);
  return (
    <div className="planned">
      <p className="badge">{t('planned.badge')}</p>
      <h1>{title}</h1>
      <p className="planned-text">{t(`planned.${page}.text`)}</p>
      <p className="muted">{t('planned.note')}</p>
      <div className="planned-actions">
        <ButtonLink look="primary" large to={spotPath()}>
          {t('notFound.trade')}
        </ButtonLink>
        {isOffered(PATHS.markets) && (
          <ButtonLink large to={PATHS.markets}>
            {t('notFound.markets')}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
