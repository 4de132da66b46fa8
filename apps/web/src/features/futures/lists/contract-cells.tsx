/** Cells that the lists of contracts share. */

import { amount, price } from '../../../data/format.ts';
import type { HoldSide } from '../../../data/rest/types.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import { buys, type Directed, opens } from '../../../data/state/positions.ts';
import { Link } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { futuresPath } from '../../../platform/routes/paths.ts';
import { byExchange } from '../by-exchange.ts';
import { digitsOf } from '../positions/position-cells.tsx';

/** A contract that leads to its terminal. */
export function ContractCell({ symbol }: { readonly symbol: string }) {
  return (
    <Link className="pair-link" to={futuresPath(symbol)}>
      {symbol}
    </Link>
  );
}

/** What an order does: in hedge mode it opens or closes a direction, else it buys or sells. */
export function DoesCell({ row }: { readonly row: Directed }) {
  const t = useT();
  const { side, posMode, tradeSide } = row;
  const forced = byExchange(tradeSide);
  const hedge = posMode === 'hedge_mode';
  const closes = hedge && !opens(row);
  const direction: HoldSide = side === 'buy' ? 'long' : 'short';
  const words = hedge
    ? t(closes ? 'positions.closes' : 'positions.opens', {
        side: t(`positions.side.${direction}`),
      })
    : t(`order.${side}`);
  return (
    <span className={buys(row) ? 'up' : 'down'}>
      {forced === undefined ? words : `${t(forced)} · ${words}`}
    </span>
  );
}

/** Figures of a contract's rows as texts. */
export function useContractTexts() {
  const contracts = useContracts().data;
  const num = (text: string) => <span className="num">{text}</span>;
  return {
    num,
    price: (symbol: string, text: string | undefined) =>
      text === undefined || Number(text) === 0
        ? '–'
        : price(text, digitsOf(contracts, symbol).price),
    size: (symbol: string, text: string) => `${amount(text)} ${digitsOf(contracts, symbol).base}`,
  };
}
