/** The button that marks all notifications as read. */

import { Button } from '../../components/button.tsx';
import { useQueryClient } from '../../data/query/use-query.ts';
import { KEYS } from '../../data/state/account.ts';
import { useUnread } from '../../data/state/unread.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useAct } from '../security/use-act.ts';
import { markRead } from './notices-api.ts';

/** The button. @param upTo the newest that is shown; undefined while it is not known */
export function MarkRead({ upTo }: { readonly upTo: string | undefined }) {
  const t = useT();
  const client = useQueryClient();
  const unread = useUnread();
  const { busy, act } = useAct();
  const mark = () =>
    void act(async () => {
      if (upTo !== undefined) await markRead(upTo);
      await client.invalidateQueries({ queryKey: KEYS.notices });
    });
  return (
    <Button look="link" busy={busy} disabled={unread === 0 || upTo === undefined} onClick={mark}>
      {t('notices.markRead')}
    </Button>
  );
}
