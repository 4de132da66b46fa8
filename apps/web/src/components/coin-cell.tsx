/** A coin in a table: its mark and its name. */

import { CoinMark } from './coin-mark.tsx';

/** The cell. @param size of the mark, pixels */
export function CoinCell({ coin, size = 20 }: { readonly coin: string; readonly size?: number }) {
  return (
    <span className="coin-cell">
      <CoinMark coin={coin} size={size} />
      {coin}
    </span>
  );
}
