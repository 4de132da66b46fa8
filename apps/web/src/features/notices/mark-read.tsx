/** The button that marks all notifications as read. */

import { Button } from '../../components/button.tsx';
import type { QueryKey } from '../../data/query/query.ts';
import { useQueryClient } from '../../data/query/use-query.ts';
import { KEYS } from '../../data/state/account.ts';
import { useUnread } from '../../data/state/unread.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useAct } from '../security/use-act.ts';
import { markRead } from './notices-api.ts';

interface Props<T> {
  /** The list that is shown. */
  readonly list: QueryKey;
  /** The newest of what is known of it. */
  readonly newestOf: (known: T) => string | undefined;
}

/** The button. */
export function MarkRead<T>({ list, newestOf }: Props<T>) {
  const t = useT();
  const client = useQueryClient();
  const unread = useUnread();
  const { busy, act } = useAct();
  const newest = () => {
    const known = client.getQueryData<T>(list);
    return known === undefined ? undefined : newestOf(known);
  };
  const mark = () =>
    void act(async () => {
      const query = client.query(list);
      // A list of before that is still shown lacks what the bell counts already.
      if (query.isStale(Number.POSITIVE_INFINITY)) await query.fetch();
      const upTo = newest();
      if (upTo !== undefined) await markRead(upTo);
      await client.invalidateQueries({ queryKey: KEYS.notices });
    });
  return (
    <Button
      look="link"
      busy={busy}
      disabled={unread === 0 || newest() === undefined}
      onClick={mark}
    >
      {t('notices.markRead')}
    </Button>
  );
}
