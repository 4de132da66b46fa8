/** What can be done to a position. */

import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import type { PositionInfo } from '../../../data/state/positions.ts';
import { useT } from '../../../platform/locale/intl.tsx';

/** What is being done to a position. */
export type Doing = 'close' | 'margin' | 'exits' | 'share' | 'flash' | 'reverse';

/** Close at hand, the rest behind it. */
export function PositionActions(props: {
  readonly position: PositionInfo;
  readonly onDo: (doing: Doing) => void;
  /** What else there is to press. */
  readonly children?: ReactNode;
}) {
  const { position, onDo } = props;
  const t = useT();
  const rest = position.hedge
    ? (['flash', 'share'] as const)
    : (['flash', 'reverse', 'share'] as const);
  return (
    <span className="position-actions">
      <Button
        look="ghost"
        aria-label={`${t('positions.close')} ${position.symbol}`}
        onClick={() => onDo('close')}
      >
        {t('positions.close')}
      </Button>
      {rest.map((doing) => (
        <Button
          key={doing}
          look="ghost"
          aria-label={`${t(`positions.${doing}`)} ${position.symbol}`}
          onClick={() => onDo(doing)}
        >
          {t(`positions.${doing}`)}
        </Button>
      ))}
      {props.children}
    </span>
  );
}
