/** What fills would leave of an isolated position and the wallet beside it, for the slow futures exchange. */
import { abs, least, most, up } from './math.ts';
import type { Position } from './state.ts';

export interface IsolatedWallet {
  lots: bigint;
  cost: bigint;
  margin: bigint;
  wallet: bigint;
}

/** Trades one fill of `purse`, lots signed; returns settle units that others would pay, 0 = none. */
export function fillPurse(
  { contract, leverage }: Position,
  purse: IsolatedWallet,
  fill: { readonly lots: bigint; readonly price: bigint; readonly ppm: bigint },
): bigint {
  const { terms, mark, index } = contract;
  const { factor } = terms;
  const { lots, price } = fill;
  const worth = (): bigint => {
    const byBoth = [mark, index].map((at) => (purse.lots * at - signedCost(purse)) * factor);
    return purse.margin + least(byBoth[0]!, byBoth[1]!);
  };
  const before = worth();
  const reduces = lots > 0n ? purse.lots < 0n : purse.lots > 0n;
  const closes = reduces ? least(abs(lots), abs(purse.lots)) : 0n;
  const opens = abs(lots) - closes;
  purse.wallet -= up(abs(lots) * price * factor * fill.ppm, 1_000_000n);
  let taken = 0n;
  if (closes > 0n) {
    const all = abs(purse.lots);
    const cost = (purse.cost * closes) / all;
    const won = (purse.lots > 0n ? price * closes - cost : cost - price * closes) * factor;
    const back = least(purse.margin, most((purse.margin * closes) / all, -won));
    taken = -(won + back);
    purse.lots -= purse.lots > 0n ? closes : -closes;
    purse.cost -= cost;
    purse.margin -= back;
    purse.wallet += won + back;
  }
  if (opens > 0n) {
    const asked = up(opens * price * factor, BigInt(leverage));
    const added = least(asked, most(0n, purse.wallet));
    purse.lots += lots > 0n ? opens : -opens;
    purse.cost += opens * price;
    purse.margin += added;
    purse.wallet -= added;
  }
  const after = worth();
  const lost = after >= 0n || after >= before ? 0n : least(-after, before - after);
  return most(most(0n, taken), most(-purse.wallet, lost));
}

const signedCost = ({ lots, cost }: IsolatedWallet): bigint => (lots > 0n ? cost : -cost);
