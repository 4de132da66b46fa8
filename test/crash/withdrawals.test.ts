/**
 * B2: kills while money comes and goes. Whatever a process dies in, a withdrawal is debited once and
 * ends settled or given back, a deposit is credited once, one that is on its way over the chain comes,
 * and nothing reaches the chain that is not in the journal.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Core } from '@halcyon/core';
import {
  accountOf,
  type ChainGift,
  type Command,
  CommandKind,
  type Event,
  EventKind,
  OWN_CHAIN,
  PostingReason,
  SystemAccount,
  type Withdrawal,
  WithdrawalStatus,
} from '@halcyon/domain';
import { afterAll, expect, test } from 'vitest';
import { ArrivalFile } from '../../apps/halcyon/src/exchange/arrival-file.ts';
import { HalcyonChain } from '../../apps/halcyon/src/exchange/halcyon-chain.ts';
import { layoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { seedOf } from '../../packages/testkit/src/core/test-seed.ts';
import { type Answers, expectAmong, noteAnswer, replayVenue, runProgram } from './engine-runs.ts';
import { generator } from './random-orders.ts';
import { fateOf, GIFTS } from './random-withdrawals.ts';

const KILLS = Math.ceil(Number(process.env['HALCYON_KILLS'] ?? 10) / 5);
/** Kills of one folder; then another begins, so that replaying it takes no longer and longer. */
const KILLS_PER_FOLDER = 25;
const SEED = seedOf();
const PROGRAM = 'withdrawals-under-load.ts';
const { requested, approved, sent, confirmed, cancelled, refused, failed } = WithdrawalStatus;
/** Which step may follow which; 0 = it is new. */
const NEXT: Readonly<Record<number, readonly number[]>> = {
  0: [requested],
  [requested]: [requested, approved, confirmed, cancelled, refused],
  [approved]: [sent, cancelled, refused],
  [sent]: [sent, confirmed, failed],
};
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
    rmSync(`${folder}.chain`, { force: true });
  }
});

/** What the journal tells, summed up in the simplest way there is. */
class Books {
  /** By account and reference: told twice is once. */
  readonly deposits = new Map<string, { account: number; amount: bigint }>();
  readonly withdrawals = new Map<number, Withdrawal>();
  /** What each withdrawal was ever paid by, the latest last. */
  readonly transactions = new Map<number, string[]>();
  readonly #debits = new Map<number, number>();

  look(command: Command, code: number, events: readonly Event[]): void {
    if (command.kind === CommandKind.deposit && code === 0) {
      const { account, reference, amount } = command;
      this.deposits.set(`${account} ${reference}`, { account, amount });
    }
    for (const event of events) {
      if (event.kind === EventKind.withdrawal) this.#step(event.withdrawal);
      if (event.kind !== EventKind.posting || event.reason !== PostingReason.withdraw) continue;
      this.#debits.set(event.reference, (this.#debits.get(event.reference) ?? 0) + 1);
    }
  }

  #step(withdrawal: Withdrawal): void {
    const { id, status, transaction } = withdrawal;
    const before = this.withdrawals.get(id)?.status ?? 0;
    expect(NEXT[before], `after ${before}`).toContain(status);
    this.withdrawals.set(id, withdrawal);
    if (status !== sent) return;
    this.transactions.set(id, [...(this.transactions.get(id) ?? []), transaction]);
  }

  /** INV-18, INV-19: every account has what came, less what left and what is on its way. */
  check({ state }: Core): void {
    const has = new Map<number, bigint>();
    const add = (account: number, units: number | bigint): void => {
      has.set(account, (has.get(account) ?? 0n) + BigInt(units));
    };
    for (const { account, amount } of this.deposits.values()) add(account, amount);
    const held = new Map<number, number>();
    for (const { id, account, to, amount, fee, status } of this.withdrawals.values()) {
      const ended = status >= confirmed;
      expect(this.#debits.get(id) ?? 0, `debits of ${id}`).toBe(status === confirmed ? 1 : 0);
      expect(state.withdrawals.open.has(id), `${id} is on its way`).toBe(!ended);
      if (status === confirmed) {
        add(account, -amount - fee);
        if (to !== SystemAccount.external) add(to, amount);
      }
      if (!ended) held.set(account, (held.get(account) ?? 0) + amount + fee);
    }
    for (let user = 16; user < 24; user += 1) {
      const account = accountOf(user, 0);
      const slot = state.ledger.slot(account, 0);
      const own = [state.ledger.available(slot) + state.ledger.held(slot), state.ledger.held(slot)];
      expect(own).toEqual([has.get(account) ?? 0n, BigInt(held.get(account) ?? 0)]);
    }
  }

  /** What was sent ended as the chain of all runs has it. */
  checkEnds(): void {
    for (const [id, all] of this.transactions) {
      const { ends, times } = fateOf(id);
      expect([this.withdrawals.get(id)?.status, all.length], `${id}`).toEqual([ends, times]);
    }
  }

  /** What reached the chain is in the journal, by the transactions that it names; what left had reached it. */
  checkChain(folder: string): void {
    const path = `${folder}.chain`;
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const lines = text.split('\n').filter((line) => line !== '');
    const given = new Set(lines);
    for (const line of lines) {
      const [id = '', transaction] = line.split(' ');
      expect(this.transactions.get(Number(id)), `${id} on the chain`).toContain(transaction);
      expect(this.withdrawals.get(Number(id))?.to).toBe(SystemAccount.external);
    }
    for (const { id, to, status, transaction } of this.withdrawals.values()) {
      if (status !== confirmed || to !== SystemAccount.external) continue;
      expect(given.has(`${id} ${transaction}`), `${id} left over the chain`).toBe(true);
    }
  }
}

/** What was ever sent here, by the transaction that the chain of all runs gives it. */
async function giftsByTransaction(): Promise<ReadonlyMap<string, ChainGift>> {
  const chain = new HalcyonChain('killed', () => 0, { load: () => [], save: () => undefined });
  const gifts = new Map<string, ChainGift>();
  for (const gift of GIFTS) gifts.set(await chain.send(gift), gift);
  return gifts;
}

const gifts = await giftsByTransaction();

/** INV-19: what was sent is on its way or credited as it was sent. @returns how many are on their way */
function checkArrivals(folder: string, books: Books, sentHere: ReadonlySet<string>): number {
  const arriving = new ArrivalFile(layoutOf(folder).chain).load();
  for (const { transaction, account, amount } of arriving) {
    expect({ account, amount }, `${transaction} on its way`).toEqual(partsOf(transaction));
  }
  const credited = new Set<string>();
  for (const [name, deposit] of books.deposits) {
    const [, chain, transaction = ''] = name.split(' ');
    if (chain !== OWN_CHAIN.name) continue;
    expect(deposit, `${transaction} credited`).toEqual(partsOf(transaction));
    credited.add(transaction);
  }
  const coming = new Set(arriving.map(({ transaction }) => transaction));
  const lost = [...sentHere].filter((one) => !coming.has(one) && !credited.has(one));
  expect(lost).toEqual([]);
  return arriving.length;
}

function partsOf(transaction: string): { account: number; amount: bigint } | null {
  const gift = gifts.get(transaction);
  return gift === undefined ? null : { account: gift.account, amount: gift.amount };
}

function replayed(folder: string, acknowledged: Answers, when: string): Books {
  const books = new Books();
  const { core, answers } = replayVenue(folder, 'live', undefined, (command, code, events) =>
    books.look(command, code, events),
  );
  expectAmong(answers, acknowledged, when);
  books.check(core);
  books.checkChain(folder);
  return books;
}

async function killFolder(seed: number, kills: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-withdrawals-kill-'));
  folders.push(folder);
  const random = generator(seed);
  const acknowledged: Answers = new Map();
  const sentHere = new Set<string>();
  const run = async (words: readonly string[], how: object) => {
    const end = await runProgram(PROGRAM, [folder, ...words], how);
    for (const line of end.lines) {
      if (line.startsWith('sent ')) sentHere.add(line.slice('sent '.length));
      else if (line !== 'runs') noteAnswer(line, acknowledged);
    }
    return end;
  };
  let onTheirWay = 0;
  // Goes on where a busy machine gave the runs too little time to be worth anything.
  for (let kill = 0; kill < kills || acknowledged.size < kills * 20; kill += 1) {
    const how = { killAfterWord: 'runs', killAfterMs: random() * 150 };
    const { signal, errors } = await run([String(seed + kill)], how);
    expect(signal, `it ended by itself: ${errors}`).toBe('SIGKILL');
    const books = replayed(folder, acknowledged, `seed ${seed}, after kill ${kill + 1}`);
    onTheirWay += checkArrivals(folder, books, sentHere);
  }
  expect(onTheirWay).toBeGreaterThan(0);
  const { code, errors } = await run(['1', 'end'], {});
  expect(code, errors).toBe(0);
  const books = replayed(folder, acknowledged, `seed ${seed}, at the end`);
  expect(checkArrivals(folder, books, sentHere)).toBe(0);
  const statuses = new Set([...books.withdrawals.values()].map(({ status }) => status));
  expect([...statuses].filter((status) => status === approved || status === sent)).toEqual([]);
  expect([...statuses]).toContain(confirmed);
  books.checkEnds();
  const counts = `${books.withdrawals.size} withdrawals, ${sentHere.size} arrivals`;
  console.log(`${acknowledged.size} acknowledged, ${counts}, ${onTheirWay} seen on their way`);
}

test(
  `B2 INV-18 INV-19: ${KILLS} kills while money comes and goes`,
  async () => {
    console.log(`seed ${SEED}`);
    for (let done = 0; done < KILLS; done += KILLS_PER_FOLDER) {
      await killFolder(SEED + done, Math.min(KILLS_PER_FOLDER, KILLS - done));
    }
  },
  KILLS * 20_000,
);
