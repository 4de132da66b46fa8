/**
 * What fills would leave of an isolated position and of the wallet beside it, fill by fill as the settlement
 * does them. A good fill gives margin back with what it closes, and a bad one after it finds less: the sum of an order
 * does not say whether each of its fills is borne.
 */
import type { Contract } from './contract.ts';

const MILLION = 1_000_000n;

/** Lots (signed), their cost in tick-lots, margin and what the wallet can spare in settle units. */
export interface Isolated {
  readonly lots: bigint;
  readonly cost: bigint;
  readonly margin: bigint;
  readonly wallet: bigint;
}

/** Signed lots, price in ticks, rate of the fee. */
export interface IsolatedFill {
  readonly lots: number;
  readonly price: number;
  readonly feePpm: number;
}

/** After a fill; `missing` settle units are what others would pay, 0 = all is borne. */
export interface AfterFill {
  readonly left: Isolated;
  readonly missing: bigint;
}

/**
 * One fill. It is borne if what closes loses no more than the margin, the wallet pays the fee, and what stays open is
 * worth no less than nothing by the worse of mark and index, or no less than it was.
 */
export function fillIsolated(
  { risk, mark, index }: Contract,
  leverage: number,
  at: Isolated,
  fill: IsolatedFill,
): AfterFill {
  const factor = BigInt(risk.quoteFactor);
  const worth = ({ lots, cost, margin }: Isolated): bigint => {
    const price = BigInt(lots > 0n ? Math.min(mark, index) : Math.max(mark, index));
    return margin + (lots * price - (lots > 0n ? cost : -cost)) * factor;
  };
  const price = BigInt(fill.price);
  const size = BigInt(Math.abs(fill.lots));
  const open = fill.lots > 0 ? -at.lots : at.lots;
  const closes = least(size, most(0n, open));
  const fee = ceilOf(size * price * factor * BigInt(fill.feePpm), MILLION);
  const closed = close(at, closes, price, factor);
  const paid = { ...closed.left, wallet: closed.left.wallet - fee };
  const opens = size - closes;
  const left =
    opens === 0n
      ? paid
      : opened(paid, fill.lots > 0 ? opens : -opens, price, {
          factor,
          leverage: BigInt(leverage),
        });
  const [before, after] = [worth(at), worth(left)];
  const lost = most(0n, least(-after, before - after));
  return { left, missing: most(closed.missing, most(-left.wallet, lost)) };
}

/** Gives back the margin of what is closed, and takes a loss above it from the rest. */
function close(at: Isolated, closes: bigint, price: bigint, factor: bigint): AfterFill {
  if (closes === 0n) return { left: at, missing: 0n };
  const size = most(at.lots, -at.lots);
  const share = (at.cost * closes) / size;
  const profit = (at.lots > 0n ? price * closes - share : share - price * closes) * factor;
  const released = least(at.margin, most((at.margin * closes) / size, -profit));
  const left = {
    lots: at.lots > 0n ? at.lots - closes : at.lots + closes,
    cost: at.cost - share,
    margin: at.margin - released,
    wallet: at.wallet + profit + released,
  };
  return { left, missing: most(0n, -profit - released) };
}

/** Opens lots (signed) with the margin that the wallet has for them. */
function opened(
  at: Isolated,
  lots: bigint,
  price: bigint,
  terms: { readonly factor: bigint; readonly leverage: bigint },
): Isolated {
  const cost = price * most(lots, -lots);
  const needed = ceilOf(cost * terms.factor, terms.leverage);
  const added = least(needed, most(0n, at.wallet));
  return {
    lots: at.lots + lots,
    cost: at.cost + cost,
    margin: at.margin + added,
    wallet: at.wallet - added,
  };
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
/** a / b up; a ≥ 0, b > 0. */
const ceilOf = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;
