/** The dialog of price alerts: sets one for the instrument on screen, and has the lists of all. */

import { ALERTS_MAX } from '@halcyon/domain';
import type { AlertRow, AlertState } from '@halcyon/domain/web';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { errorText } from '../../data/rest/error-text.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { useSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useAtLeast } from '../../platform/theme/media.ts';
import { AuthLink } from '../auth/auth-link.tsx';
import { AlertForm } from './alert-form.tsx';
import { AlertList } from './alert-list.tsx';
import { AlertSwitches } from './alert-switches.tsx';
import { levelText } from './alert-text.ts';
import { useAlertActs, useAlertMarkets, useAlerts } from './use-alerts.ts';
import './alerts.css';

interface Props {
  readonly instrument: InstrumentInfo;
  /** The alert that is to be changed; absent = a new one is to be set. */
  readonly edited?: AlertRow;
  readonly onClose: () => void;
}

/** What was done last, and what takes it back. */
interface Done {
  readonly text: string;
  readonly undo?: () => void;
}

/** What is done with the rows of the lists, and what is said of it. */
function useHands(onEdit: (row: AlertRow) => void) {
  const t = useT();
  const acts = useAlertActs();
  const marketOf = useAlertMarkets();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [done, tell] = useState<Done | null>(null);
  const [fault, setFault] = useState('');
  const during = async (id: string, work: () => Promise<Done>) => {
    setFault('');
    setBusy((before) => new Set(before).add(id));
    try {
      tell(await work());
    } catch (error) {
      setFault(errorText(t, error));
    } finally {
      setBusy((before) => new Set([...before].filter((one) => one !== id)));
    }
  };
  const words = (id: 'alerts.isSet' | 'alerts.isDeleted', row: AlertRow) =>
    t(id, { level: levelText(row, marketOf(row)) });
  const onAgain = (row: AlertRow) =>
    void during(row.id, async () => ({ text: words('alerts.isSet', await acts.set(row, row)) }));
  const onForget = (row: AlertRow) =>
    void during(row.id, async () => {
      await acts.forget(row.id);
      const text = words('alerts.isDeleted', row);
      // One that fired has nothing more to do.
      return row.firedAt > 0 ? { text } : { text, undo: () => onAgain(row) };
    });
  const wasSet = (row: AlertRow) => tell({ text: words('alerts.isSet', row) });
  return { hands: { busy, onEdit, onAgain, onForget }, marketOf, done, fault, wasSet };
}

/** Says what was done; what takes it back has the keyboard, whose row is gone. */
function DoneLine({ text, undo }: Done) {
  const t = useT();
  const line = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each thing that was done anew
  useEffect(() => line.current?.querySelector('button')?.focus(), [text]);
  return (
    <p className="alert-done" role="status" ref={line}>
      {text}
      {undo !== undefined && (
        <Button look="link" onClick={undo}>
          {t('lines.undo')}
        </Button>
      )}
    </p>
  );
}

/** Lists of those that wait and of those that fired. */
function Lists(
  props: Pick<Props, 'instrument'> & Pick<ReturnType<typeof useHands>, 'hands' | 'marketOf'>,
) {
  const t = useT();
  const { instrument, hands, marketOf } = props;
  const [state, setState] = useState<AlertState>('active');
  const [only, setOnly] = useState(false);
  const active = useAlerts('active');
  const fired = useAlerts('fired');
  const { data, isPending, isError, error, refetch } = state === 'active' ? active : fired;
  const rows = data?.filter(
    ({ product, symbol }) =>
      !only || (product === instrument.product && symbol === instrument.symbol),
  );
  const counted = { active: active.data?.length ?? 0, fired: fired.data?.length ?? 0 };
  const items = [
    { key: 'active', label: t('alerts.waiting', { count: counted.active, max: ALERTS_MAX }) },
    { key: 'fired', label: t('alerts.fired', { count: counted.fired }) },
  ] as const;
  return (
    <Tabs<AlertState>
      label={t('chart.alerts')}
      items={items}
      value={state}
      onChange={setState}
      className="alert-lists"
    >
      <label className="check">
        <input type="checkbox" checked={only} onChange={({ target }) => setOnly(target.checked)} />
        {t('orders.onlyThis')}
      </label>
      {isPending && <SkeletonRows rows={3} />}
      {isError && <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />}
      {rows?.length === 0 && !isError && (
        <EmptyState text={t(state === 'active' ? 'alerts.noneWaiting' : 'alerts.noneFired')} />
      )}
      {rows !== undefined && <AlertList rows={rows} marketOf={marketOf} hands={hands} />}
    </Tabs>
  );
}

function Alerts({ instrument, edited, onClose }: Props) {
  const t = useT();
  const [editing, edit] = useState<AlertRow | null>(edited ?? null);
  const { hands, marketOf, done, fault, wasSet } = useHands(edit);
  const full = (useAlerts('active').data?.length ?? 0) >= ALERTS_MAX;
  const [turn, setTurn] = useState(0);
  const leave = () => {
    if (edited !== undefined) return onClose();
    edit(null);
    setTurn(turn + 1);
  };
  const market = editing === null ? instrument : marketOf(editing);
  return (
    <>
      {full && <p className="alert-full">{t('alerts.full', { max: ALERTS_MAX })}</p>}
      {market !== undefined && (
        <AlertForm
          key={`${turn} ${editing?.id ?? ''}`}
          instrument={market}
          row={editing}
          full={full}
          onDone={(row) => {
            wasSet(row);
            leave();
          }}
          onCancel={leave}
        />
      )}
      {done !== null && <DoneLine {...done} />}
      {fault !== '' && (
        <p className="order-refusal" role="alert">
          {fault}
        </p>
      )}
      {edited === undefined && (
        <>
          <Lists instrument={instrument} hands={hands} marketOf={marketOf} />
          <AlertSwitches />
        </>
      )}
    </>
  );
}

/** See the head of the file. */
export function AlertsDialog(props: Props) {
  const t = useT();
  const { user, phase } = useSession();
  const wide = useAtLeast('md');
  return (
    <Dialog title={t('chart.alerts')} sheet={!wide} onClose={props.onClose}>
      <div className="alerts-body">
        {user !== null && <Alerts {...props} />}
        {user === null && phase === 'unknown' && <SkeletonRows rows={4} />}
        {user === null && phase === 'known' && (
          <div className="state">
            <p>{t('alerts.signedOut')}</p>
            <AuthLink page="login" look="primary">
              {t('auth.login')}
            </AuthLink>
          </div>
        )}
      </div>
    </Dialog>
  );
}
