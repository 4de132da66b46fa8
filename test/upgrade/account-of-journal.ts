/** What a data folder's journal says, in words that no version of Halcyon may read differently. */
import { createHash } from 'node:crypto';
import { Core, RULES_VERSION, restingOrders } from '@halcyon/core';
import { CommandDecoder } from '@halcyon/domain';
import { loadStartPoint } from '@halcyon/engine';
import { FileStorage, readJournal } from '@halcyon/journal';

export const VENUE = 'live';
/** More accounts than the generator opens. */
const ACCOUNTS = 1_024;

/** Numbers and digests of a journal's end. */
export interface JournalAccount {
  /** Last sequence. */
  readonly seq: number;
  /** Of each answer from the start on: sequence, code and id. */
  readonly answers: string;
  /** Of every balance: account, asset, available, held. */
  readonly balances: string;
  /** Of every resting order: id, account, price, remaining quantity, in queue order. */
  readonly orders: string;
  /** Of every coin of margin accounts: account, number, available, held, principal, interest; none without such. */
  readonly margin?: string;
  /** Of every open position: account, instrument, leg, lots, cost, margin; and every contract's prices; none without such. */
  readonly positions?: string;
}

/** Replays the folder from its first command, or from its newest snapshot. */
export function accountOfJournal(folder: string, from: 'start' | 'snapshot'): JournalAccount {
  const storage = new FileStorage();
  const { core, snapshot } =
    from === 'start'
      ? { core: new Core(), snapshot: undefined }
      : loadStartPoint(storage, folder, []);
  const decoder = new CommandDecoder();
  const answers = createHash('sha256');
  readJournal(storage, folder, {
    venue: VENUE,
    rulesVersion: RULES_VERSION,
    fromSeq: core.state.seq + 1,
    ...(snapshot === undefined
      ? {}
      : { anchor: { seq: snapshot.seq, chainHash: snapshot.chainHash } }),
    onRecord: (seq, bytes, offset, length) => {
      const { code, id } = core.apply(decoder.decode(bytes, offset, length));
      answers.update(`${seq} ${code} ${id}\n`);
      core.state.log.reset();
    },
  });
  core.state.ledger.assertConserved();
  const margin = marginLines(core);
  const positions = positionLines(core);
  return {
    seq: core.state.seq,
    answers: answers.digest('hex'),
    balances: digest(balanceLines(core)),
    orders: digest(orderLines(core)),
    ...(margin.length > 0 ? { margin: digest(margin) } : {}),
    ...(positions.length > 0 ? { positions: digest(positions) } : {}),
  };
}

function digest(lines: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(`${line}\n`);
  return hash.digest('hex');
}

/** Accounts with kinds: a user's number times eight plus the kind. */
function* balanceLines({ state }: Core): Generator<string> {
  const { ledger } = state;
  for (let account = 0; account < ACCOUNTS; account++) {
    for (let asset = 0; asset < state.assets.length; asset++) {
      const slot = ledger.slot(account, asset);
      const available = ledger.available(slot);
      const held = ledger.held(slot);
      if (available !== 0n || held !== 0n) yield `${account} ${asset} ${available} ${held}`;
    }
  }
}

/** In the order of their texts: records are numbered anew where a snapshot is read. */
function marginLines({ state }: Core): string[] {
  const { ledger } = state;
  const { records } = state.loans;
  const lines: string[] = [];
  for (let record = 0; record < records.count; record++) {
    const slot = records.balance(record);
    const money = `${ledger.available(slot)} ${ledger.held(slot)}`;
    const debt = `${records.principal(record)} ${records.interest(record)}`;
    if (`${money} ${debt}` === '0 0 0 0') continue;
    lines.push(`${records.account(record)} ${records.number(record)} ${money} ${debt}`);
  }
  return lines.sort();
}

function positionLines({ state }: Core): string[] {
  const { positions, markets } = state;
  const lines: string[] = [];
  for (let at = 0; at < positions.count; at++) {
    if (positions.lots(at) === 0) continue;
    const place = `${positions.account(at)} ${positions.instrument(at)} ${positions.leg(at)}`;
    lines.push(`${place} ${positions.lots(at)} ${positions.cost(at)} ${positions.margin(at)}`);
  }
  lines.sort();
  for (const { contract, instrument } of markets) {
    if (contract === null) continue;
    lines.push(`${instrument.id} ${contract.index} ${contract.mark} ${contract.fundingRate}`);
  }
  return lines;
}

function* orderLines({ state }: Core): Generator<string> {
  for (const { id, account, price, remaining, quantity } of restingOrders(state)) {
    yield `${id} ${account} ${price} ${remaining} ${quantity}`;
  }
}
