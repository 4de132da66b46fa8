/** The ends of an account: freezing it in an emergency, and closing it for good. */

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { loadSession } from '../../data/state/session.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { closeAccount, freezeAccount } from './security-api.ts';
import { useAct } from './use-act.ts';

/** Asks once, with what will happen, and then does it. */
function EndCard(props: {
  readonly title: MessageId;
  readonly text: MessageId;
  readonly done: MessageId;
  readonly end: () => Promise<void>;
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

/** The card that closes. */
export function CloseCard() {
  return (
    <EndCard
      title="security.close"
      text="security.closeText"
      done="security.closedNow"
      end={closeAccount}
    />
  );
}
