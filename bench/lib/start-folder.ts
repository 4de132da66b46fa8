/** A data folder as a busy exchange leaves it: a snapshot of a deep book, a long tail behind it. */
import { createHash } from 'node:crypto';
import { type Core, RULES_VERSION, snapshotCore, stateHash } from '@halcyon/core';
import { FileStorage, openJournal, writeSnapshot } from '@halcyon/journal';
import type { Views } from '@halcyon/views';
import { type Layout, layoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { type Recovered, recover } from '../../apps/halcyon/src/exchange/recover.ts';
import { openExchange } from './exchange.ts';
import { type CommandFlow, makeFlow, NORMAL } from './flow.ts';
import { commandAt } from './flow-commands.ts';
import { Recorder } from './recorder.ts';

const ACCOUNTS = 10_000;
const FLOW_MAX = 1_000_000;
/** Commands whose events the views are shown at once. */
const BATCH = 200;
const storage = new FileStorage();

/** Equal for equal cores and views. */
export function fingerprint(core: Core, views: Views): string {
  const hash = createHash('sha256').update(`${stateHash(core)} ${core.state.log.chain}`);
  for (const [name, bytes] of views.serialize()) hash.update(name).update(bytes);
  return hash.digest('hex');
}

/**
 * Fills an empty folder.
 * @param resting orders in the snapshot
 * @param tail commands behind it
 * @returns the fingerprint that a start over them must have
 */
export async function fillStartFolder(
  root: string,
  resting: number,
  tail: number,
): Promise<string> {
  const layout = layoutOf(root);
  storage.makeDirectory(layout.journal);
  layBook(layout, resting);
  const found = await recover(layout);
  const { core, reader, writer } = found;
  writer.commit();
  const { seq } = core.state;
  const parts = new Map<string, Uint8Array>();
  for (const [name, bytes] of snapshotCore(core)) parts.set(`core/${name}`, bytes);
  for (const [name, bytes] of reader.serialize()) parts.set(`views/${name}`, bytes);
  const snapshot = { seq, rulesVersion: RULES_VERSION, chainHash: writer.chainHash(), parts };
  writeSnapshot(storage, layout.journal, snapshot);
  const timed = Math.min(tail, FLOW_MAX);
  const flow = makeFlow({ ...NORMAL, accounts: ACCOUNTS, prefill: 0, timed, seed: 2 });
  for (let done = 0; done < tail; done += timed) goOn(found, flow);
  writer.close();
  return fingerprint(core, reader.views);
}

function layBook({ journal, venue }: Layout, resting: number): void {
  const options = { venue, rulesVersion: RULES_VERSION, nowMs: () => 1 };
  const { writer } = openJournal(storage, journal, options);
  const recorder = new Recorder(writer);
  const core = openExchange(ACCOUNTS, 1, recorder.take);
  const spread = { accounts: ACCOUNTS, prefill: resting, timed: 0, spread: 20_000 };
  const { records, count } = makeFlow({ ...NORMAL, ...spread });
  const first = core.state.nextOrder - 1;
  for (let i = 0; i < count; i++) {
    recorder.take(commandAt(records, i, first, core.state.seq + i + 1));
  }
  recorder.commit();
  writer.close();
}

function goOn({ core, writer, reader }: Recovered, { records, count }: CommandFlow): void {
  const { state } = core;
  const recorder = new Recorder(writer);
  const first = state.nextOrder - 1;
  let firstSeq = state.seq + 1;
  for (let i = 1; i <= count; i++) {
    const command = commandAt(records, i - 1, first, state.seq + 1);
    recorder.take(command);
    core.apply(command);
    if (i % BATCH !== 0 && i !== count) continue;
    reader.replay({ firstSeq, lastSeq: state.seq, time: 1, log: state.log });
    state.log.reset();
    firstSeq = state.seq + 1;
  }
  recorder.commit();
}
