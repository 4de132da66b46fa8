/** A list of alerts: those that wait can be edited, those that fired set again, all forgotten. */

import type { AlertRow } from '@halcyon/domain/web';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { dateTime } from '../../data/format.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { instrumentName } from '../terminal/instrument-name.ts';
import { alertPrice, CONDITION_WORDS, levelText, PRICE_WORDS } from './alert-text.ts';

/** What is done with the alerts of a list; those that have ended take none of the other's. */
export interface AlertHands {
  readonly busy: ReadonlySet<string>;
  readonly onEdit: (row: AlertRow) => void;
  readonly onAgain: (row: AlertRow) => void;
  readonly onForget: (row: AlertRow) => void;
}

interface RowProps {
  readonly row: AlertRow;
  readonly instrument: InstrumentInfo | undefined;
  readonly hands: AlertHands;
}

/** When it fired and at which price, or since when it waits. */
function When({ row, instrument }: Omit<RowProps, 'hands'>) {
  const t = useT();
  const { firedAt, firedPrice, createdAt, late, mail } = row;
  const time = firedAt === 0 ? createdAt : firedAt;
  return (
    <span className="alert-when">
      <time dateTime={new Date(time).toISOString()}>{dateTime(time)}</time>
      {firedAt > 0 && (
        <>
          {' · '}
          <bdi dir="ltr">{alertPrice(firedPrice, instrument)}</bdi>
        </>
      )}
      {late && ` · ${t('notices.alertLate')}`}
      {firedAt === 0 && mail && ` · ${t('alerts.mailed')}`}
    </span>
  );
}

function AlertItem({ row, instrument, hands }: RowProps) {
  const t = useT();
  const { condition, price, symbol, firedAt, note } = row;
  const busy = hands.busy.has(row.id);
  const level = levelText(row, instrument);
  const remove = t('alerts.delete', { level });
  const edit = t('alerts.edit', { level });
  return (
    <li>
      <div className="alert-text">
        <span>
          <bdi>{instrument === undefined ? symbol : instrumentName(instrument)}</bdi>
          {price !== 'last' && ` · ${t(PRICE_WORDS[price])}`} · {t(CONDITION_WORDS[condition])}{' '}
          <bdi dir="ltr" className="num alert-level">
            {alertPrice(row.level, instrument)}
          </bdi>
        </span>
        {note !== '' && <span dir="auto">{note}</span>}
        <When row={row} instrument={instrument} />
      </div>
      {firedAt === 0 ? (
        <Button
          look="ghost"
          icon
          aria-label={edit}
          title={edit}
          disabled={instrument === undefined}
          onClick={() => hands.onEdit(row)}
        >
          <Icon name="edit" />
        </Button>
      ) : (
        <Button look="link" busy={busy} onClick={() => hands.onAgain(row)}>
          {t('alerts.again')}
        </Button>
      )}
      <Button
        look="ghost"
        icon
        aria-label={remove}
        title={remove}
        busy={busy}
        onClick={() => hands.onForget(row)}
      >
        <Icon name="close" />
      </Button>
    </li>
  );
}

/** The list. */
export function AlertList(props: {
  readonly rows: readonly AlertRow[];
  readonly marketOf: (row: AlertRow) => InstrumentInfo | undefined;
  readonly hands: AlertHands;
}) {
  const { rows, marketOf, hands } = props;
  return (
    <ul className="alerts">
      {rows.map((row) => (
        <AlertItem key={row.id} row={row} instrument={marketOf(row)} hands={hands} />
      ))}
    </ul>
  );
}
