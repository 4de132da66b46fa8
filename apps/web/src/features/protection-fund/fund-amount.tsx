/** Amounts of the fund and the pools. */

import { amount } from '../../data/format.ts';
import { VALUE_COIN } from '../../data/state/portfolio.ts';

/** Decimals of money; of other coins hundredths may be all there is. */
const CENTS = 2;

/** An amount without its coin: of money to the cent. */
export function coinAmount(coin: string, text: string): string {
  return amount(text, coin === VALUE_COIN ? CENTS : undefined);
}

/** It in a line of figures or a cell, with its coin. */
export function CoinAmount({ coin, text }: { readonly coin: string; readonly text: string }) {
  return (
    <bdi dir="ltr" className="num">
      {coinAmount(coin, text)} {coin}
    </bdi>
  );
}
