/** How worth and profit over time are written. */

import { money } from '../../../data/format.ts';
import { VALUE_COIN } from '../../../data/state/portfolio.ts';

/** A change with its sign: "+1.50 USDT". */
export function changeText(value: bigint): string {
  return `${value > 0n ? '+' : ''}${money(value)} ${VALUE_COIN}`;
}

/** A profit or loss; the sign says what the colour does. */
export function Change({ value }: { readonly value: bigint }) {
  const look = value > 0n ? 'up' : value < 0n ? 'down' : '';
  return (
    <bdi dir="ltr" className={`num ${look}`}>
      {changeText(value)}
    </bdi>
  );
}
