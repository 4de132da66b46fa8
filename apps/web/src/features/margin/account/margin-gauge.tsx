/** How near a margin account is to its call and its liquidation. */

import { MARGIN_END_PPM, type MarginWorth } from '@halcyon/domain';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { isStuck, type MarginPlace } from '../../../data/state/margin.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';
import { ratioText } from '../margin-texts.ts';
import { isValued, type RiskLevel, riskLevel } from './risk.ts';
import '../../futures/form/contract-form.css';

const RuleDialog = lazyPart(async () => (await import('./rule-dialog.tsx')).RuleDialog, 0);

const LOOKS: Readonly<Record<RiskLevel, string>> = {
  none: 'good',
  safe: 'good',
  watch: 'warn',
  called: 'bad',
  over: 'bad',
};

/** What stands out, and is told by a sign too, for those who see no colours. */
const NOTES: Readonly<Record<RiskLevel, string>> = {
  none: '',
  safe: '',
  watch: 'order-notice',
  called: 'order-refusal',
  over: 'order-refusal',
};

function Warning({ look, text }: { readonly look: string; readonly text: string }) {
  return (
    <p className={`margin-state ${look}`}>
      <Icon name="warn" size={16} />
      <span>{text}</span>
    </p>
  );
}

/** The margin ratio as a number, a bar and a sentence, with the way to the rule. */
export function MarginGauge(props: { readonly place: MarginPlace; readonly worth: MarginWorth }) {
  const t = useT();
  const [explained, setExplained] = useState(false);
  const { place, worth } = props;
  const { ratioPpm, debts } = worth;
  const known = isValued(place);
  const level = riskLevel(ratioPpm, debts);
  const part = known ? Math.min(MARGIN_END_PPM, ratioPpm) : 0;
  const percent = Math.round((part * 100) / MARGIN_END_PPM);
  const ratio = <span className={`gauge-value ${LOOKS[level]}`}>{ratioText(ratioPpm)}</span>;
  return (
    <div className="margin-gauge">
      <dl className="order-figures">
        <FigureLine label={t('futures.marginRatio')} value={known ? ratio : '–'} />
      </dl>
      <div
        className="gauge"
        aria-hidden="true"
        style={{ '--share': `${percent}%` } as React.CSSProperties}
      >
        <div className="gauge-rest" />
      </div>
      {isStuck(place) ? (
        <Warning look="order-notice" text={t('margin.stale')} />
      ) : NOTES[level] === '' ? (
        <p className="field-hint">{t(`margin.state.${level}`)}</p>
      ) : (
        <Warning look={NOTES[level]} text={t(`margin.state.${level}`)} />
      )}
      <Button look="link" aria-haspopup="dialog" onClick={() => setExplained(true)}>
        {t('margin.how')}
      </Button>
      {explained && <RuleDialog place={place} onClose={() => setExplained(false)} />}
    </div>
  );
}
