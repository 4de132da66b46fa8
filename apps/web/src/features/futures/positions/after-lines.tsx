/** Lines of what would be after something was done to a position. */

import { toText } from '../../../data/decimal.ts';
import { amount, direction, price } from '../../../data/format.ts';
import type { ContractAccount } from '../../../data/state/contract-account.ts';

/** Settle units with their coin. */
export function coinsText({ coin, scale }: ContractAccount, units: number): string {
  return `${amount(toText(BigInt(units), scale), scale)} ${coin}`;
}

/** A profit of settle units, with its sign and in its colour. */
export function ProfitUnits(props: { readonly account: ContractAccount; readonly units: number }) {
  const { account, units } = props;
  const way = direction(String(units));
  return (
    <span className={way === 'flat' ? '' : way}>
      {units > 0 && '+'}
      {coinsText(account, units)}
    </span>
  );
}

/** A price of ticks; a dash for none. @param scale decimals of a tick */
export function ticksText(ticks: number | null, scale: number): string {
  return ticks === null ? '–' : price(toText(BigInt(ticks), scale), scale);
}

/** What something is now and would be. */
export function changeText(now: string, then: string): string {
  return `${now} → ${then}`;
}
