/** The two books and the one way between them. It is laid out by text direction like the page. */

import { Icon } from '../../components/icon.tsx';
import { useT } from '../../platform/locale/intl.tsx';

/** Lengths of the levels drawn, % of the book; those of the paper orders by their place. */
const LEVELS = [34, 56, 42, 78, 64] as const;
const YOURS = 2;

function Book({ title, paper }: { readonly title: string; readonly paper: boolean }) {
  return (
    <div className={`guide-book ${paper ? 'guide-book-paper' : ''}`}>
      <strong>{title}</strong>
      {LEVELS.map((length, index) => (
        <span key={length} className="guide-level">
          <span style={{ inlineSize: `${length}%` }} />
          {paper && index === YOURS && <span className="guide-mine" />}
        </span>
      ))}
    </div>
  );
}

/** The picture. */
export function GuidePicture() {
  const t = useT();
  return (
    <figure className="card guide-picture">
      <div className="guide-scene" aria-hidden="true">
        <span className="guide-source">
          <Icon name="user" size={20} />
          {t('guide.liveOrders')}
        </span>
        <span className="guide-arrow">
          <Icon name="arrow" size={20} />
        </span>
        <Book title={t('guide.live')} paper={false} />
        <span className="guide-arrow guide-between">
          <span>{t('guide.copied')}</span>
          <Icon name="arrow" size={28} />
          <span className="guide-never">
            <Icon name="close" size={14} />
            {t('guide.noWay')}
          </span>
        </span>
        <Book title={t('guide.paper')} paper />
        <span className="guide-arrow guide-back">
          <Icon name="arrow" size={20} />
        </span>
        <span className="guide-source guide-yours">
          <Icon name="user" size={20} />
          {t('guide.yours')}
        </span>
      </div>
      <figcaption>{t('guide.picture')}</figcaption>
    </figure>
  );
}
