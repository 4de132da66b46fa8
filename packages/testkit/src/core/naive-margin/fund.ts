/** What the protection fund of the slow exchange pays for margin accounts, hour by hour. */
import { SystemAccount } from '@halcyon/domain';
import { down, least, most } from '../naive-futures/math.ts';
import { NaiveMargin } from './exchange.ts';

const HOUR = 3_600_000;
/** It pays a 20th of itself or a thousandth of all loans in an hour, and 100 coins in any case. */
const LEAST = 1_000_000n;

export class NaiveFund extends NaiveMargin {
  /** What it paid, by hour. */
  private readonly paidIn = new Map<number, bigint>();

  /** Margin units that the fund may pay in this hour. */
  protected mayPay(): bigint {
    const paid = this.paidIn.get(Math.floor(this.time / HOUR)) ?? 0n;
    let [fund, lent] = [paid, 0n];
    for (const { asset, price, divisor } of this.coins.values()) {
      fund += down(this.fundOf(asset) * price, divisor);
      lent += down(this.lent(asset) * price, divisor);
    }
    return most(0n, most(LEAST, least(fund / 20n, lent / 1_000n)) - paid);
  }

  protected fundPays(units: bigint): void {
    const hour = Math.floor(this.time / HOUR);
    this.paidIn.set(hour, (this.paidIn.get(hour) ?? 0n) + units);
  }

  protected fundOf(asset: number): bigint {
    return most(0n, this.ledger.of(SystemAccount.insurance, asset).available);
  }
}
