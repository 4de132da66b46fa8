/** Sends the order of a form, at once or after a second yes. */

import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from '../../../components/toast.tsx';
import { refusalOf } from '../../../data/rest/error-text.ts';
import type { OrderAck } from '../../../data/rest/types.ts';
import { useLimitsAfter } from '../../../data/state/instruments.ts';
import { isGuestToBe, openGuest, useSession } from '../../../data/state/session.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import {
  type Confirmation,
  chooseConfirmations,
  useConfirmations,
} from '../../../platform/storage/confirmations.ts';
import { news } from '../../news/news.ts';
import type { Crossing } from '../../terminal/crossing.ts';
import { DRAFT_NUMBERS, hasPrice, type OrderDraft, type SideName } from './draft.ts';
import type { FormUser } from './order-product.ts';

/** Nothing was refused. */
const NOT_REFUSED = { field: '', text: '' };

/** What is sent. */
interface Order {
  readonly clean: OrderDraft;
  /** What its size counts. */
  readonly coin: string;
  readonly trader: FormUser;
  crossingOf(side: SideName): Crossing;
  send(draft: OrderDraft): Promise<OrderAck | null>;
  /** It was taken. */
  placed(): void;
}

/** Who is there. */
export function useTrader(): FormUser {
  const session = useSession();
  if (session.user !== null) return 'account';
  return isGuestToBe(session) ? 'guest' : 'nobody';
}

/** What may ask for a second yes. */
function confirmationsFor(kind: OrderDraft['kind'], crossing: Crossing): readonly Confirmation[] {
  if (kind === 'market') return ['market'];
  if (kind !== 'limit') return ['trigger'];
  return crossing === 'far' ? ['limit', 'far'] : ['limit'];
}

/** One order at a time. */
export function useSending({ clean, coin, trader, crossingOf, send, placed }: Order) {
  const t = useT();
  const limitsAfter = useLimitsAfter();
  const chosen = useConfirmations();
  const [busy, setBusy] = useState<SideName | null>(null);
  const [asking, setAsking] = useState<SideName | null>(null);
  const [refused, setRefused] = useState(NOT_REFUSED);
  const hush = useCallback(() => setRefused(NOT_REFUSED), []);
  const sendNow = async (side: SideName) => {
    setBusy(side);
    // What was said of an earlier try is no word on this one.
    hush();
    try {
      if (trader === 'guest') {
        await openGuest();
        // The account is there even where the order is refused.
        toast('info', t('paper.guestMade'));
      }
      const ack = await send({ ...clean, side });
      const { kind, size } = clean;
      if (ack !== null) {
        const told = { orderId: ack.orderId, side, size, coin };
        void news().then(({ notifyPlaced }) => notifyPlaced(t, kind, told));
      }
      placed();
    } catch (error) {
      const { field, text } = refusalOf(t, error);
      const isShown = (DRAFT_NUMBERS as readonly string[]).includes(field);
      // What no field of the form can say is said of the order.
      const at = isShown && (field !== 'price' || hasPrice(clean)) ? field : '';
      // On screen before the form looks for the field at fault.
      flushSync(() => setRefused({ field: at, text }));
      toast('error', text);
      limitsAfter(error);
    } finally {
      setBusy(null);
    }
  };
  const kindsOf = (side: SideName) => confirmationsFor(clean.kind, crossingOf(side));
  return {
    busy,
    asking,
    refused,
    hush,
    /** @param ask whatever the preferences say */
    orAsk: async (side: SideName, ask = false) => {
      if (ask || kindsOf(side).some((kind) => chosen.has(kind))) setAsking(side);
      else await sendNow(side);
    },
    confirm: async (never: boolean) => {
      if (asking === null) return;
      if (never) chooseConfirmations(kindsOf(asking), false);
      setAsking(null);
      await sendNow(asking);
    },
    back: () => setAsking(null),
  };
}
