/** Says in advance by which rule margin accounts are called and liquidated, with the account's own numbers. */

import { useState } from 'react';
import { ButtonLink } from '../../../components/button.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import type { MarginPlace } from '../../../data/state/margin.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { marginPath } from '../../../platform/routes/paths.ts';
import { CoinTerms } from '../pools/coin-terms.tsx';
import { OwnNumbers } from './own-numbers.tsx';
import '../margin.css';

const RULES: readonly MessageId[] = [
  'margin.rule.ratio',
  'margin.rule.keeps',
  'margin.rule.scope',
  'margin.rule.call',
  'margin.rule.liquidation',
  'margin.rule.interest',
];

/** Terms of the coin that is looked at: first one that is owed. */
function Terms({ place }: { readonly place: MarginPlace }) {
  const t = useT();
  const { coins, settle } = place;
  const first = coins.find(({ debt }) => debt > 0)?.coin ?? settle.coin;
  const [chosen, choose] = useState(first);
  const own = coins.find(({ coin }) => coin === chosen) ?? coins[0];
  if (own === undefined) return null;
  return (
    <>
      <h3 className="details-title">{t('margin.pools.terms', { coin: own.coin })}</h3>
      <ChoiceField
        label={t('assets.coin')}
        value={own.coin}
        items={coins.map(({ coin }) => ({ key: coin, label: coin }))}
        onChange={choose}
      />
      <CoinTerms place={place} own={own} />
    </>
  );
}

/** The dialog. */
export function RuleDialog(props: {
  readonly place: MarginPlace | undefined;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { place, onClose } = props;
  return (
    <Dialog title={t('margin.how')} onClose={onClose}>
      <ol className="margin-rules">
        {RULES.map((id) => (
          <li key={id}>{t(id)}</li>
        ))}
      </ol>
      {place !== undefined && (
        <>
          <OwnNumbers place={place} />
          <ButtonLink to={marginPath(place.kind, place.symbol === '' ? undefined : place.symbol)}>
            {t('nav.trade')}
          </ButtonLink>
          <Terms place={place} />
        </>
      )}
    </Dialog>
  );
}
