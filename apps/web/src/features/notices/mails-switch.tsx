/** Whether margin calls, liquidations, deleveraging and what copying does are mailed at once. */

import { ErrorState } from '../../components/states.tsx';
import { useQuery, useQueryClient } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { useSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useAct } from '../security/use-act.ts';
import { fetchMailsOn, setMailsOn } from './notices-api.ts';

const KEY = ['account', 'settings', 'riskMails'] as const;

/** The switch; it moves at once and goes back where the server does not take it. */
export function MailsSwitch() {
  const t = useT();
  const { copyTrading } = useSession();
  const client = useQueryClient();
  const query = useQuery<boolean>({ queryKey: KEY, queryFn: fetchMailsOn, staleTime: 0 });
  const { busy, act } = useAct();
  if (query.isError && query.data === undefined) {
    return <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />;
  }
  const choose = (on: boolean) =>
    void act(async () => {
      client.setQueryData<boolean>(KEY, () => on);
      try {
        await setMailsOn(on);
      } finally {
        await query.refetch();
      }
    });
  return (
    <label className="check notices-mails">
      <input
        type="checkbox"
        checked={query.data ?? true}
        disabled={query.data === undefined || busy}
        onChange={(event) => choose(event.target.checked)}
      />
      {t(copyTrading ? 'notices.mailsCopying' : 'notices.mails')}
    </label>
  );
}
