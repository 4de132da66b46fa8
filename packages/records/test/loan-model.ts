/** The oracle of what the records have of margin accounts; see model.ts. */
import { type Event, EventKind } from '@halcyon/domain';
import type { Row } from './contract-model.ts';

/** Their tables. */
export interface LoanTables {
  readonly loans: Row[];
  readonly margin_liquidations: Row[];
}

/** Debts are added up from their changes, and must be what the events say that they are. */
export class LoanModel {
  readonly tables: LoanTables = { loans: [], margin_liquidations: [] };
  readonly #person: (account: number) => boolean;
  readonly #owed = new Map<string, { principal: number; interest: number }>();

  constructor(person: (account: number) => boolean) {
    this.#person = person;
  }

  apply(event: Event): void {
    const { loans, margin_liquidations } = this.tables;
    if (event.kind === EventKind.loan && this.#person(event.account)) {
      const { account, instrument, asset, cause, id: reference, rate, time, seq } = event;
      const key = `${account}:${instrument}:${asset}`;
      const owed = this.#owed.get(key) ?? { principal: 0, interest: 0 };
      owed.principal += event.principalDelta;
      owed.interest += event.interestDelta;
      this.#owed.set(key, owed);
      loans.push({
        ...{ account, id: loans.length + 1, instrument, asset, cause, reference, ...owed },
        principal_delta: event.principalDelta,
        interest_delta: event.interestDelta,
        ...{ rate, time, seq },
      });
    } else if (event.kind === EventKind.marginLiquidation && this.#person(event.account)) {
      margin_liquidations.push({
        account: event.account,
        id: margin_liquidations.length + 1,
        instrument: event.instrument,
        equity: event.equity,
        keeps: event.keeps,
        assets: event.assets,
        debts: event.debts,
        fee: event.fee,
        paid_by_fund: event.paidByFund,
        lost_by_pools: event.lostByPools,
        ended: event.ended ? 1 : 0,
        time: event.time,
        seq: event.seq,
      });
    }
  }
}
