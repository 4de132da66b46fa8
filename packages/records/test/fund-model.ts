/** The oracle of what everyone may see of the protection fund and the pools; see model.ts. */
import { type Event, EventKind, LoanCause, PostingReason } from '@halcyon/domain';
import { FundMeasure } from '../src/projection/fund-tables.ts';
import type { Row } from './contract-model.ts';

/** Its tables. */
export interface FundTables {
  readonly fund_hours: Row[];
  readonly deleveragings: Row[];
}

const [INSURANCE, POOLS] = [5, 8];
const HOUR_MS = 3_600_000;

/** Everything is added up anew from the events of people and simulated users alike. */
export class FundModel {
  readonly tables: FundTables = { fund_hours: [], deleveragings: [] };
  readonly #contracts = new Set<number>();

  apply(event: Event): void {
    const { time } = event;
    if (event.kind === EventKind.instrumentSet && event.instrument.contract !== null) {
      this.#contracts.add(event.instrument.id);
    } else if (event.kind === EventKind.posting) {
      const change = event.availableDelta + event.heldDelta;
      const { account, asset, reason, instrument } = event;
      if (change === 0n) return;
      if (account === POOLS && reason === PostingReason.interest) {
        this.#add(FundMeasure.interest, asset, change, time);
      }
      if (account !== INSURANCE) return;
      this.#set(FundMeasure.balance, asset, event.available + event.held, time);
      if (reason === PostingReason.liquidationFee) {
        this.#add(FundMeasure.fees, asset, change, time);
      } else if (reason === PostingReason.protection) {
        this.#add(FundMeasure.losses, asset, -change, time);
        if (!this.#contracts.has(instrument)) {
          this.#add(FundMeasure.marginLosses, asset, -change, time);
        }
      } else this.#add(FundMeasure.moved, asset, change, time);
    } else if (event.kind === EventKind.liquidation && event.paidByFund !== 0) {
      this.#add(FundMeasure.contractLosses, event.instrument, BigInt(event.paidByFund), time);
    } else if (event.kind === EventKind.marginLiquidation) {
      const { paidByFund, lostByPools } = event;
      if (paidByFund !== 0) this.#add(FundMeasure.marginPaid, 0, BigInt(paidByFund), time);
      if (lostByPools !== 0) this.#add(FundMeasure.poolsLost, 0, BigInt(lostByPools), time);
    } else if (event.kind === EventKind.loan && event.cause === LoanCause.writtenOff) {
      const units = -BigInt(event.principalDelta) - BigInt(event.interestDelta);
      this.#add(FundMeasure.writtenOff, event.asset, units, time);
    } else if (event.kind === EventKind.contractTrade && event.origin === 1) {
      const { trade, instrument, seq } = event;
      const side = event.takerSide === 0 ? 0 : 1;
      const known = this.tables.deleveragings.find(
        (row) => row['seq'] === seq && row['instrument'] === instrument && row['side'] === side,
      );
      if (known !== undefined) known['positions'] = (known['positions'] as number) + 1;
      else this.tables.deleveragings.push({ trade, instrument, side, positions: 1, time, seq });
    }
  }

  #add(measure: number, subject: number, more: bigint, time: number): void {
    const newest = this.tables.fund_hours.findLast(
      (row) => row['measure'] === measure && row['subject'] === subject,
    );
    this.#set(measure, subject, ((newest?.['units'] as bigint) ?? 0n) + more, time);
  }

  #set(measure: number, subject: number, units: bigint, time: number): void {
    const hour = Math.floor(time / HOUR_MS);
    const known = this.tables.fund_hours.find(
      (row) => row['measure'] === measure && row['subject'] === subject && row['hour'] === hour,
    );
    if (known !== undefined) known['units'] = units;
    else this.tables.fund_hours.push({ measure, subject, hour, units });
  }
}
