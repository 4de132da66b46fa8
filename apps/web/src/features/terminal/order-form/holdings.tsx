/** What the signed-in person has of the pair's two coins. */

import { amount } from '../../../data/format.ts';
import { useAssets } from '../../../data/state/account.ts';
import { useSession } from '../../../data/state/session.ts';
import { Link } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { PATHS } from '../../../platform/routes/paths.ts';
import { SIMULATING } from '../../../platform/simulation/venue.ts';
import type { PartProps } from '../product-parts.ts';

/** The lines; nothing for nobody. */
export function Holdings({ instrument }: PartProps) {
  const t = useT();
  const { user } = useSession();
  const assets = useAssets().data;
  if (user === null) return null;
  const { base, quote, sizeScale, quoteScale } = instrument;
  const held = (coin: string, scale: number) =>
    assets === undefined ? '–' : amount(assets.get(coin)?.available ?? '0', scale);
  const lines = [
    { coin: base, text: held(base, sizeScale) },
    { coin: quote, text: held(quote, quoteScale) },
  ];
  return (
    <section className="order-holdings" aria-label={t('nav.assets')}>
      <p className="order-line">
        <strong>{t('nav.assets')}</strong>
        <Link to={PATHS.spotAssets}>{t(SIMULATING ? 'paper.addFunds' : 'order.addFunds')}</Link>
      </p>
      {lines.map((line) => (
        <p key={line.coin} className="order-line">
          <span className="muted">{t('order.availableOf', { coin: line.coin })}</span>
          <span className="num">{line.text}</span>
        </p>
      ))}
    </section>
  );
}
