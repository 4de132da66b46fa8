/** Landing. */
import { ButtonLink } from '../../components/button.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { spotPath } from '../../platform/routes/paths.ts';

/** The page at `/`. */
export function LandingPage() {
  const t = useT();
  return (
    <div className="page">
      <h1 className="page-title">{t('footer.note')}</h1>
      <ButtonLink look="primary" large to={spotPath()}>
        {t('notFound.trade')}
      </ButtonLink>
    </div>
  );
}
