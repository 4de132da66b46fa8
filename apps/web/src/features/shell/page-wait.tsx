/** What stands in a page's place while its code is fetched. */

import { useT } from '../../platform/locale/intl.tsx';

/** The first page's skeleton, as the build put it into index.html; the first paint shows it. */
const skeleton = document.getElementById('shell-main')?.innerHTML ?? '';
let first = skeleton !== '';

/** From now on waiting is a spinner: the skeleton was made for the first page's address. */
export function endFirstWait(): void {
  first = false;
}

/** The skeleton again for the first page, so that nothing flickers; a spinner for later ones. */
export function PageWait() {
  const t = useT();
  if (first) {
    return (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own build wrote it into the page
      <div className="first-wait" dangerouslySetInnerHTML={{ __html: skeleton }} />
    );
  }
  return (
    <div className="page-wait" role="status">
      <span className="spinner" />
      <span className="visually-hidden">{t('state.loading')}</span>
    </div>
  );
}
