/**
 * Records what the version at hand writes, once a release and before rules change: `node
 * test/upgrade/record.ts 0.1.0-rules4` makes the folder journals/0.1.0-rules4 with its segments and a
 * snapshot, compressed, and what they say. It trades by the newest rules from its first command. A name that
 * ends in -contracts records positions, one in -margin margin accounts, one in -parents parent orders, one in
 * -withdrawals what comes and goes.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Core, RULES_VERSION } from '@halcyon/core';
import type { Command, CommandInput } from '@halcyon/domain';
import { Engine, takeSnapshot } from '@halcyon/engine';
import { FileStorage, openJournal } from '@halcyon/journal';
import { FuturesGenerator } from '../../packages/testkit/src/core/futures-generator.ts';
import { CommandGenerator } from '../../packages/testkit/src/core/generator.ts';
import { MarginGenerator } from '../../packages/testkit/src/core/margin-generator.ts';
import { ParentGenerator } from '../../packages/testkit/src/core/parent-generator.ts';
import { WithdrawalGenerator } from '../../packages/testkit/src/core/withdrawal-generator.ts';
import { accountOfJournal, VENUE } from './account-of-journal.ts';

const COMMANDS = 12_000;
const SNAPSHOT_AT = 6_000;
const SEGMENT_BYTES = 512 * 1024;
const BATCH_BYTES = 64 * 1024;
const SEED = 20_260_101;

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-rules\d+)?(-contracts|-margin|-parents|-withdrawals)?$/.test(version)) {
  throw new Error('name the version, such as 0.1.0-rules4');
}

const storage = new FileStorage();
const folder = mkdtempSync(join(tmpdir(), 'halcyon-record-'));
const core = new Core();
const { writer } = openJournal(storage, folder, {
  venue: VENUE,
  rulesVersion: RULES_VERSION,
  nowMs: () => 0,
  segmentBytes: SEGMENT_BYTES,
  batchBytes: BATCH_BYTES,
});
const generator = generatorOf();
let now = 0;
const engine = new Engine({
  core,
  writer,
  now: () => now,
  onFailure: (error) => {
    throw error;
  },
});
engine.onCommit(({ events }) => generator.learn(events));

function generatorOf():
  | CommandGenerator
  | FuturesGenerator
  | MarginGenerator
  | WithdrawalGenerator {
  if (version.endsWith('-contracts')) return new FuturesGenerator(SEED);
  if (version.endsWith('-margin')) return new MarginGenerator(SEED);
  if (version.endsWith('-parents')) return new ParentGenerator(SEED);
  if (version.endsWith('-withdrawals')) return new WithdrawalGenerator(SEED);
  return new CommandGenerator(SEED);
}

async function take(command: Command): Promise<void> {
  now = command.time;
  await engine.submitAll([command as CommandInput]);
}

for (const command of generator.opening()) await take(command);
while (engine.seq < SNAPSHOT_AT) await take(generator.next());
takeSnapshot(
  storage,
  { directory: folder, venue: VENUE, toSeq: engine.seq, chain: core.state.log.chain },
  [],
);
while (engine.seq < COMMANDS) await take(generator.next());
engine.stop();
writer.close();

const account = accountOfJournal(folder, 'start');
const target = join(import.meta.dirname, 'journals', version);
mkdirSync(target, { recursive: true });
for (const name of readdirSync(folder)) {
  if (name.startsWith('reserve')) continue;
  writeFileSync(
    join(target, `${name}.gz`),
    gzipSync(readFileSync(join(folder, name)), { level: 9 }),
  );
}
writeFileSync(join(target, 'says.json'), `${JSON.stringify(account, null, 2)}\n`);
rmSync(folder, { recursive: true, force: true });
console.log(account);
