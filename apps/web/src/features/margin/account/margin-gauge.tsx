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
import '../../futures/account/account.css';

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

/** Of an account that is not known. */
const NOTHING = { ratioPpm: 0, debts: 0 };

function Warning({ look, text }: { readonly look: string; readonly text: string }) {
  return (
    <p className={`margin-state ${look}`}>
      <Icon name="warn" size={16} />
      <span>{text}</span>
    </p>
  );
}

/** What a margin account has, and what that is worth. */
export interface ValuedPlace {
  readonly place: MarginPlace;
  readonly worth: MarginWorth;
}

/** What the gauge comes to, in a sentence. */
function State({ place, level }: { readonly place: MarginPlace; readonly level: RiskLevel }) {
  const t = useT();
  if (isStuck(place)) return <Warning look="order-notice" text={t('margin.stale')} />;
  const text = t(`margin.state.${level}`);
  if (NOTES[level] === '') return <p className="field-hint">{text}</p>;
  return <Warning look={NOTES[level]} text={text} />;
}

/**
 * The margin ratio as a number, a bar and a sentence, with the way to the rule.
 * @param props.account null = not known yet
 */
export function MarginGauge({ account }: { readonly account: ValuedPlace | null }) {
  const t = useT();
  const [explained, setExplained] = useState(false);
  const { ratioPpm, debts } = account?.worth ?? NOTHING;
  const known = account !== null && isValued(account.place);
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
      {account === null ? (
        <p className="field-hint">–</p>
      ) : (
        <State place={account.place} level={level} />
      )}
      <Button look="link" aria-haspopup="dialog" onClick={() => setExplained(true)}>
        {t('margin.how')}
      </Button>
      {explained && account !== null && (
        <RuleDialog place={account.place} onClose={() => setExplained(false)} />
      )}
    </div>
  );
}
