/** Cells that several order tables share. */

import { useInstruments } from '../../../data/state/instruments.ts';
import { useTerminalPath } from '../../../data/state/use-terminal-path.ts';
import { Link } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';

/** The pair of a symbol as people write it: "BTC/USDT". */
export function usePairs(): (symbol: string) => string {
  const { data } = useInstruments();
  return (symbol) => {
    const found = data?.get(symbol.toUpperCase());
    return found === undefined ? symbol : `${found.base}/${found.quote}`;
  };
}

/** A pair that leads to its terminal. */
export function PairCell({ symbol }: { readonly symbol: string }) {
  const pathOf = useTerminalPath();
  const pairOf = usePairs();
  return (
    <Link className="pair-link" to={pathOf({ product: 'spot', symbol: symbol.toUpperCase() })}>
      {pairOf(symbol)}
    </Link>
  );
}

/** "Buy" or "Sell" in its colour. */
export function SideCell({ side }: { readonly side: 'buy' | 'sell' }) {
  const t = useT();
  return <span className={side === 'buy' ? 'up' : 'down'}>{t(`order.${side}`)}</span>;
}

/** Scales of an instrument; generous ones while it is unknown. */
export function useScales(): (symbol: string) => { price: number; size: number; quote: number } {
  const { data } = useInstruments();
  return (symbol) => {
    const found = data?.get(symbol.toUpperCase());
    return {
      price: found?.priceScale ?? 8,
      size: found?.sizeScale ?? 8,
      quote: found?.quoteScale ?? 8,
    };
  };
}

/** Base and quote coin of a symbol; empty while unknown. */
export function useCoins(): (symbol: string) => { base: string; quote: string } {
  const { data } = useInstruments();
  return (symbol) => {
    const found = data?.get(symbol.toUpperCase());
    return { base: found?.base ?? '', quote: found?.quote ?? '' };
  };
}
