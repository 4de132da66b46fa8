/** State of the form of algo orders: the draft, its checks, and the way to its sending. */

import { useCallback, useMemo, useState } from 'react';
import { toast } from '../../../components/toast.tsx';
import { useRefusal } from '../../../components/use-refusal.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { KEYS } from '../../../data/state/account.ts';
import { useLimitsAfter } from '../../../data/state/instruments.ts';
import { openGuest } from '../../../data/state/session.ts';
import { issueText } from '../../../platform/locale/field-issue.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import type { FormUser } from '../../desk/order-form/order-product.ts';
import type { SpotMarket } from '../spot-form/spot-sums.ts';
import { type PickedPrice, usePicked } from '../terminal-store.ts';
import { checkAlgo } from './algo-check.ts';
import { type AlgoDraft, type AlgoField, EMPTY_ALGO } from './algo-draft.ts';
import { ALGO_FIELDS } from './algo-kinds.ts';
import { placeAlgo } from './algo-submit.ts';

/** What a field is called on screen. */
export function algoLabel(field: AlgoField, { kind, unit }: AlgoDraft): MessageId {
  if (field === 'size') return unit === 'value' ? 'order.total' : 'order.size';
  if (field === 'count') return kind === 'twap' ? 'algo.slices' : 'algo.orders';
  if (field !== 'price') return `algo.${field}`;
  return kind === 'scaled' ? 'algo.lowPrice' : 'algo.limitPrice';
}

/** As it is after an order: what was chosen stays. */
function emptied({ kind, side, unit, time, rests }: AlgoDraft): AlgoDraft {
  return { ...EMPTY_ALGO, kind, side, unit, time, rests };
}

/** See the head of the file. */
export function useAlgoForm(market: SpotMarket, trader: FormUser) {
  const t = useT();
  const client = useQueryClient();
  const limitsAfter = useLimitsAfter();
  const [draft, setDraft] = useState(EMPTY_ALGO);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  // With a side an ordinary order is meant.
  const take = useCallback(({ price, side }: PickedPrice) => {
    if (side === undefined) setDraft((before) => ({ ...before, price }));
  }, []);
  usePicked(take);
  const shown: readonly AlgoField[] = [...ALGO_FIELDS[draft.kind], 'size'];
  const { refusal, at, refuse, clear } = useRefusal(shown);
  const issues = useMemo(() => checkAlgo(draft, market, tried), [draft, market, tried]);
  const set = (patch: Partial<AlgoDraft>) => {
    clear();
    if (patch.kind !== undefined || patch.side !== undefined) setTried(false);
    setDraft({ ...draft, ...patch });
  };
  const send = async () => {
    setAsking(false);
    setBusy(true);
    clear();
    try {
      if (trader === 'guest') {
        await openGuest();
        toast('info', t('paper.guestMade'));
      }
      await placeAlgo(draft, market);
      toast('success', t('order.planPlaced', { kind: t(`order.kind.${draft.kind}`) }));
      // Another order may have been begun meanwhile.
      setDraft((now) => (now === draft ? emptied(now) : now));
      setTried(false);
    } catch (error) {
      toast('error', refuse(error).text);
      limitsAfter(error);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: KEYS.parents });
    }
  };
  return {
    ...{ draft, set, busy, asking, refusal, send, fields: shown },
    errorOf: (field: AlgoField) => {
      const issue = issues[field];
      if (issue === undefined) return at(field);
      return issueText(t, issue, t(algoLabel(field, draft)));
    },
    submit: () => {
      setTried(true);
      if (trader === 'nobody' || busy) return;
      if (Object.keys(checkAlgo(draft, market, true)).length === 0) setAsking(true);
    },
    back: () => setAsking(false),
  };
}

/** What the form's parts work with. */
export type AlgoModel = ReturnType<typeof useAlgoForm>;
