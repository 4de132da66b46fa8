/** Keeps a futures account live on every page: tells of fills, warns of liquidations, explains them. */

import { useCallback, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { toast } from '../../../components/toast.tsx';
import { amount, plainPercent } from '../../../data/format.ts';
import {
  type ContractFillNote,
  type PositionNote,
  useFuturesStream,
} from '../../../data/state/contract-stream.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { joinFills } from '../../../data/state/fill-notes.ts';
import { useNavigate } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { futuresPath } from '../../../platform/routes/paths.ts';
import { notifyFill } from '../../news/account-news.ts';
import { isDeleveraged, isLiquidated } from '../by-exchange.ts';
import { RiskMonitor } from './risk-monitor.ts';

const LiquidationDialog = lazyPart(
  async () => (await import('./liquidation-dialog.tsx')).LiquidationDialog,
  0,
);

const DeleveragingDialog = lazyPart(
  async () => (await import('./deleveraging-dialog.tsx')).DeleveragingDialog,
  0,
);

/** A liquidation has many fills: one notice tells of all within this time, ms. */
const SAME_MS = 5_000;

/** What is to be explained: a liquidation of a contract, or a deleveraging. */
interface Why {
  readonly symbol: string;
  readonly liquidated: boolean;
}

/** Tells of what the exchange did to positions, once for each contract and kind. */
function useForcedNews(onWhy: (why: Why) => void) {
  const t = useT();
  const told = useRef(new Map<string, number>());
  return useCallback(
    ({ symbol, tradeSide }: ContractFillNote) => {
      const liquidated = isLiquidated(tradeSide);
      const key = `${symbol} ${liquidated}`;
      const now = Date.now();
      if (now - (told.current.get(key) ?? 0) < SAME_MS) return;
      told.current.set(key, now);
      const text = t(liquidated ? 'positions.liquidated' : 'positions.deleveraged', { symbol });
      const run = () => {
        close();
        onWhy({ symbol, liquidated });
      };
      const close = toast('error', text, { label: t('positions.why'), run });
    },
    [t, onWhy],
  );
}

function useFillNews(onWhy: (why: Why) => void) {
  const t = useT();
  const notifyForced = useForcedNews(onWhy);
  const contracts = useContracts().data;
  const known = useRef(contracts);
  useEffect(() => {
    known.current = contracts;
  }, [contracts]);
  return useCallback(
    (fills: readonly ContractFillNote[]) => {
      const forced = fills.filter(
        ({ tradeSide }) => isLiquidated(tradeSide) || isDeleveraged(tradeSide),
      );
      for (const fill of forced) notifyForced(fill);
      for (const { symbol, price, ...note } of joinFills(
        fills.filter((fill) => !forced.includes(fill)),
      )) {
        const at = amount(price, known.current?.get(symbol)?.priceScale);
        notifyFill(t, { ...note, coin: symbol, price: at });
      }
    },
    [t, notifyForced],
  );
}

/** Warns as the margin ratio of something passes a threshold. */
function useRiskWarnings() {
  const t = useT();
  const go = useNavigate();
  const watch = useRef<RiskMonitor | null>(null);
  return useCallback(
    (positions: readonly PositionNote[]) => {
      watch.current ??= new RiskMonitor();
      for (const { symbol, show, ratio } of watch.current.look(positions)) {
        const percent = plainPercent(Number(ratio).toFixed(4));
        const text =
          symbol === ''
            ? t('positions.warnCross', { percent })
            : t('positions.warn', { symbol, percent });
        const run = () => {
          close();
          go(futuresPath(show));
        };
        const close = toast('warning', text, { label: t('positions.show'), run });
      }
    },
    [t, go],
  );
}

/** Renders the explanation where somebody asked for it. */
export function FuturesMonitor() {
  const [why, setWhy] = useState<Why | null>(null);
  useFuturesStream({ onFills: useFillNews(setWhy), onPositions: useRiskWarnings() });
  if (why === null) return null;
  const WhyDialog = why.liquidated ? LiquidationDialog : DeleveragingDialog;
  return <WhyDialog symbol={why.symbol} onClose={() => setWhy(null)} />;
}
