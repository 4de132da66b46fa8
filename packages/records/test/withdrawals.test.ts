/** Withdrawals in steps, as history has them: where each stands, and what has left or is leaving. */
import {
  accountOf,
  type Event,
  EventKind,
  SystemAccount,
  type Withdrawal,
  WithdrawalStatus,
} from '@halcyon/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MONEY_LISTS } from '../src/export/money-lists.ts';
import { historyMethods } from '../src/history-methods.ts';
import type { Facts } from '../src/kinds/cells.ts';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import { type Database, openDatabase } from '../src/sql/connect.ts';
import { onBothDatabases } from './databases.ts';

const ANN = 16;
const BOB = 17;
const NOW = 1_790_000_000_000;
const HOUR = 60 * 60 * 1000;
const { requested, approved, sent, confirmed, cancelled, refused, failed } = WithdrawalStatus;

/** By id: when it was asked for, hours from the start, of what, how much, and the steps that it took. */
const WITHDRAWALS = [
  { id: 1, hour: 0, asset: 0, amount: 1, steps: [requested, approved, sent, confirmed] },
  { id: 2, hour: 2, asset: 0, amount: 10, steps: [requested] },
  { id: 3, hour: 2, asset: 0, amount: 100, steps: [requested, approved, cancelled] },
  { id: 4, hour: 3, asset: 1, amount: 1_000, steps: [requested, refused] },
  { id: 5, hour: 3, asset: 1, amount: 10_000, steps: [requested, approved, sent] },
  { id: 6, hour: 4, asset: 0, amount: 100_000, steps: [requested, confirmed], to: BOB },
  { id: 7, hour: 4, asset: 1, amount: 5, steps: [requested, approved, sent, sent, failed] },
] as const;

onBothDatabases('withdrawals', (databases) => {
  let database: Database<RecordsTables>;
  let projection: RecordsProjection;
  let seq = 0;

  function eventsOf(given: (typeof WITHDRAWALS)[number]): Event[] {
    const { id, hour, asset, amount, steps } = given;
    const requestedAt = NOW + hour * HOUR;
    const to = 'to' in given ? accountOf(given.to, 0) : SystemAccount.external;
    const fixed = { id, account: accountOf(ANN, 0), to, asset, amount, fee: 7, address: 'hal1' };
    return steps.map((status, step): Event => {
      const withdrawal: Withdrawal = {
        ...{ ...fixed, clientId: '', requestedAt, approvals: 0, approvedBy: [], status },
        transaction: transactionAt(given, step),
      };
      seq += 1;
      const reason = status === failed ? 'out of gas' : '';
      const event = { kind: EventKind.withdrawal, seq, withdrawal, actor: '', reason } as const;
      return { ...event, time: requestedAt + step * 1_000 };
    });
  }

  /** The second time that it is sent it has another one. */
  function transactionAt({ id, steps }: (typeof WITHDRAWALS)[number], step: number): string {
    const times = steps.slice(0, step + 1).filter((status) => status === sent).length;
    return times === 0 ? '' : `${'tx'.repeat(times)}${id}`;
  }

  beforeAll(async () => {
    database = await openDatabase<RecordsTables>(await databases.fresh());
    projection = await RecordsProjection.open(database, NOW);
    const people = [ANN, BOB].map((user): Event => {
      seq += 1;
      return { kind: EventKind.userOpened, seq, time: NOW, user, simulated: false } as Event;
    });
    const events = [...people, ...WITHDRAWALS.flatMap(eventsOf)];
    // Steps of one withdrawal come in one batch, and in several.
    for (let at = 0; at < events.length; at += 4) {
      const part = events.slice(at, at + 4);
      const [first, last] = [part[0]!, part.at(-1)!];
      await projection.apply({ firstSeq: first.seq, lastSeq: last.seq, events: part });
    }
  });
  afterAll(async () => {
    await database.close();
  });

  const withdrawnSince = (hour: number, user = ANN) =>
    historyMethods.withdrawn(database.db, { user, since: NOW + hour * HOUR });

  test('stand at their last step, which has its time, and came when they were asked for', async () => {
    const rows = await historyMethods.withdrawals(database.db, { user: ANN, limit: 100 });
    const wanted = WITHDRAWALS.toReversed().map(({ id, hour, steps }) => {
      const time = NOW + hour * HOUR;
      const updatedAt = time + (steps.length - 1) * 1_000;
      return { id, time, updatedAt, status: steps.at(-1) };
    });
    expect(rows).toMatchObject(wanted);
    expect(rows.find(({ id }) => id === 5)?.transaction).toBe('tx5');
    expect(rows[0]).toMatchObject({ transaction: 'txtx7', reason: 'out of gas', actor: '' });
  });

  test('are exported with their ends, and the transaction of the last one', async () => {
    const facts = { coin: () => ({ code: 'USD', scale: 2 }) } as unknown as Facts;
    const { columns, read } = MONEY_LISTS.withdrawals;
    const rows = await read(database.db, { account: accountOf(ANN, 0), limit: 100 }, facts);
    const at = (name: string): number => columns.findIndex(([column]) => column === name);
    const ends = rows.map(({ cells }) => [cells[at('status')], cells[at('transaction')]]);
    expect(ends.slice(0, 3)).toEqual([
      ['failed', 'txtx7'],
      ['confirmed', ''],
      ['sent', 'tx5'],
    ]);
  });

  test('what left or is leaving is added up by asset, without what came back', async () => {
    expect(await withdrawnSince(0)).toEqual([
      { asset: 0, amount: 100_011n },
      { asset: 1, amount: 10_000n },
    ]);
    expect(await withdrawnSince(1)).toEqual([
      { asset: 0, amount: 100_010n },
      { asset: 1, amount: 10_000n },
    ]);
    expect(await withdrawnSince(4)).toEqual([{ asset: 0, amount: 100_000n }]);
    expect(await withdrawnSince(5)).toEqual([]);
    expect(await withdrawnSince(0, BOB)).toEqual([]);
  });

  test('are a deposit of whom they are for, once they have arrived', async () => {
    const rows = await historyMethods.deposits(database.db, { user: BOB, limit: 100 });
    expect(rows).toMatchObject([{ id: 6, amount: 100_000n, status: confirmed }]);
  });

  test('a deposit over a chain has its transaction, one by an operator has none', async () => {
    const transaction = 'ab'.repeat(32);
    const clients = [`HALCYON ${transaction}`, 'a gift'];
    const events = clients.map((clientId, i): Event => {
      seq += 1;
      return {
        ...{ kind: EventKind.moved, seq, time: NOW, movement: 'deposit', id: 100 + i },
        ...{ from: SystemAccount.faucet, to: accountOf(BOB, 0), asset: 0, instrument: -1 },
        ...{ amount: 5n, fee: 0n, clientId, address: '', actor: 'chain', reason: 'deposit' },
      } as unknown as Event;
    });
    await projection.apply({ firstSeq: events[0]!.seq, lastSeq: seq, events });
    const found = await historyMethods.deposits(database.db, { user: BOB, limit: 2 });
    expect(found.map((row) => [row.id, row.transaction])).toEqual([
      [101, ''],
      [100, transaction],
    ]);
  });
});
