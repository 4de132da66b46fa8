/** Orders of a trader for all who follow, in the order form: those of contracts, for an account that it does not know. */

import type { CopyLegWord } from '@halcyon/domain/web';
import { useMemo } from 'react';
import { web } from '../../data/rest/web.ts';
import type { InstrumentInfo } from '../../data/state/instruments.ts';
import { useTicker } from '../../data/state/tickers.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { Check } from '../desk/order-form/check.tsx';
import { isPlan, type OrderDraft } from '../desk/order-form/draft.ts';
import { AttachedFields } from '../desk/order-form/order-fields.tsx';
import type { OrderProduct, PartOf } from '../desk/order-form/order-product.ts';
import { CONTRACT_RULES } from '../futures/form/contract-rules.ts';
import type { ContractFormMarket, ContractSums } from '../futures/form/order-sums.ts';
import { NO_PRICES } from '../terminal/crossing.ts';

function useCopiedMarket(instrument: InstrumentInfo): ContractFormMarket {
  const ticker = useTicker(instrument);
  return useMemo(
    () => ({ instrument, last: ticker?.last ?? '', best: ticker ?? NO_PRICES, account: null }),
    [instrument, ticker],
  );
}

export type CopyLeg = Exclude<CopyLegWord, ''>;

/** The request; a market order has no price and no time in force. */
function bodyOf({ side, size, reduceOnly, kind, price, force }: OrderDraft) {
  const terms =
    kind === 'limit'
      ? ({ orderType: 'limit', price, force } as const)
      : ({ orderType: 'market' } as const);
  return { side, size, reduceOnly, ...terms };
}

function CopiedTerms({ model }: PartOf) {
  const t = useT();
  return (
    <AttachedFields model={model}>
      <Check checked={model.draft.reduceOnly} onChange={(reduceOnly) => model.set({ reduceOnly })}>
        {t('futures.reduceOnly')}
      </Check>
    </AttachedFields>
  );
}

const nothing = () => null;

/** Of the trader with this portfolio. @param leg of which position in hedge mode; null = it is in one-way mode */
export function copiedOrders(
  id: string,
  leg: CopyLeg | null,
): OrderProduct<ContractFormMarket, ContractSums> {
  return {
    ...CONTRACT_RULES,
    // What all who follow place at once is most often at market.
    kinds: CONTRACT_RULES.kinds.filter((kind) => !isPlan({ kind })).toReversed(),
    empty: { ...CONTRACT_RULES.empty, kind: 'market' },
    bothSides: false,
    shares: false,
    draftsOf: `copied:${id}:`,
    sizeIn: (_draft, { base, sizeDigits }) => ({
      label: 'positions.size',
      coin: base,
      scale: sizeDigits,
    }),
    unitsOf: () => [],
    unitName: (_t, _unit, { base }) => base,
    attaches: () => false,
    useMarket: useCopiedMarket,
    send: async (draft, { instrument: { symbol } }) => {
      const { reduceOnly, ...body } = bodyOf(draft);
      const way = leg === null ? { reduceOnly } : { leg };
      await web('POST /copy/portfolios/:id/orders', { id, symbol, ...body, ...way });
      return null;
    },
    submitLabel: (t) => t('copy.place'),
    Notes: nothing,
    Available: nothing,
    // In hedge mode leg and side say whether an order closes.
    Terms: leg === null ? CopiedTerms : nothing,
    Figures: nothing,
  };
}
