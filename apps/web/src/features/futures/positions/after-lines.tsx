/** Lines of what would be after something was done to a position. */

import { toText } from '../../../data/decimal.ts';
import { amount, direction, price } from '../../../data/format.ts';
import type { ContractAccount } from '../../../data/state/contract-account.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { FigureLine } from '../../terminal/figure-line.tsx';

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

/** In the place of figures while the book is on its way: nothing moves when they come. @param props.of their labels */
export function NoFigures(props: { readonly of: readonly string[] }) {
  return (
    <dl className="order-figures">
      {props.of.map((label) => (
        <FigureLine key={label} label={label} value="–" />
      ))}
    </dl>
  );
}

/** How much margin could be added to an isolated position, and taken out of it, after the change; settle units. */
export function HeadroomAfter(props: {
  readonly account: ContractAccount;
  readonly addable: number;
  readonly removable: number;
}) {
  const t = useT();
  const { account, addable, removable } = props;
  return (
    <>
      <FigureLine label={t('positions.addable')} value={coinsText(account, addable)} />
      <FigureLine label={t('positions.removable')} value={coinsText(account, removable)} />
    </>
  );
}

/** A price of ticks; a dash for none. @param scale decimals of a tick */
export function ticksText(ticks: number | null, scale: number): string {
  return ticks === null ? '–' : price(toText(BigInt(ticks), scale), scale);
}

/** What something is now and would be; once where it stays. */
export function changeText(now: string, then: string): string {
  return now === then ? now : `${now} → ${then}`;
}
