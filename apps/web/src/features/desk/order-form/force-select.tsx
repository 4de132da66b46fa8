/** Chooses how long a limit order stands. */

import { useT } from '../../../platform/locale/intl.tsx';
import { DRAFT_WORDS, type Draft } from './draft.ts';

const FORCES = DRAFT_WORDS.force;
type Force = Draft['force'];

/** The line with the choice. */
export function ForceSelect(props: {
  readonly value: Force;
  readonly onChange: (force: Force) => void;
}) {
  const t = useT();
  return (
    <label className="order-line order-force">
      <span className="muted">{t('order.force')}</span>
      <select
        value={props.value}
        onChange={(event) => {
          const force = FORCES.find((item) => item === event.target.value);
          if (force !== undefined) props.onChange(force);
        }}
      >
        {FORCES.map((force) => (
          <option key={force} value={force}>
            {t(`order.force.${force}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
