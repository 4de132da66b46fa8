/** The ends of an account: freezing it in an emergency, and closing it for good. */

import { assertNever, type ClosingPart } from '@halcyon/domain';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { amount } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { loadSession } from '../../data/state/session.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { closeAccount, fetchClosing, freezeAccount } from './security-api.ts';
import { useAct } from './use-act.ts';

/** Asks once, with what will happen, and then does it. */
function EndCard(props: {
  readonly title: MessageId;
  readonly text: MessageId;
  readonly done: MessageId;
  readonly end: () => Promise<void>;
  /** What else is to be known before. */
  readonly children?: ReactNode;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { busy, act } = useAct();
  const end = () =>
    act(async () => {
      await props.end();
      toast('success', t(props.done));
      await loadSession();
    });
  const title = t(props.title);
  return (
    <section className="card security-card">
      <h2>{title}</h2>
      <p className="muted">{t(props.text)}</p>
      {props.children}
      <Button look="danger" onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open && (
        <ConfirmDialog
          title={title}
          text={t(props.text)}
          confirm={title}
          danger
          busy={busy}
          onConfirm={() => void end()}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

/** The card that freezes. */
export function FreezeCard() {
  return (
    <EndCard
      title="security.freeze"
      text="security.freezeText"
      done="security.frozenNow"
      end={freezeAccount}
    />
  );
}

/** How often it is looked at what is on its way, ms. */
const LOOK_MS = 5_000;

/** One thing that keeps the account from being closed, in words. */
function useClosingText(): (part: ClosingPart) => string {
  const t = useT();
  return (part) => {
    switch (part.kind) {
      case 'balance':
        return `${amount(part.amount)} ${part.coin}`;
      case 'loan':
        return `${t('marginPage.loans')}: ${part.coin}`;
      case 'orders':
        return `${t('orders.open')}: ${part.count}`;
      case 'positions':
        return `${t('positions.title')}: ${part.count}`;
      case 'withdrawals':
        return `${t('security.closeComing')}: ${part.count}`;
      case 'deposit': {
        const { coin, confirmations, needed } = part;
        const count = Math.min(confirmations, needed);
        return `${amount(part.amount)} ${coin} · ${t('wallet.confirmed', { count, needed })}`;
      }
      default:
        return assertNever(part);
    }
  };
}

/** What keeps the account from being closed, while something does. */
function StillOpen() {
  const t = useT();
  const text = useClosingText();
  const { data = [] } = useQuery<readonly ClosingPart[]>({
    queryKey: ['account', 'closing'],
    queryFn: fetchClosing,
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });
  if (data.length === 0) return null;
  return (
    <div role="status">
      <p>{t('security.closeOpen')}</p>
      <ul>
        {data.map(text).map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two deposits may read the same
          <li key={`${place} ${line}`}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The card that closes. */
export function CloseCard() {
  return (
    <EndCard
      title="security.close"
      text="security.closeText"
      done="security.closedNow"
      end={closeAccount}
    >
      <StillOpen />
    </EndCard>
  );
}
