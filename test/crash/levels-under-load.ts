/**
 * A process to be killed: a venue whose days follow one another as fast as the fee levels of each are worked
 * out, by the scheduler that a started exchange has. What owners traded depends on the run, so that who is looked
 * at again by the next one would be seen. What was acknowledged is written to standard output: `seq code id`.
 */
import { writeSync } from 'node:fs';
import { type CommandInput, FIRST_USER_ID, type Outcome } from '@halcyon/domain';
import { lockDirectory } from '@halcyon/journal';
import type { VolumesQuery } from '@halcyon/records';
import { layoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { openVenue } from '../../apps/halcyon/src/exchange/open-exchange.ts';
import { FeeLevelScheduler } from '../../apps/halcyon/src/levels/fee-level-scheduler.ts';
import { DAY_MS, FIRST_DAY, levelMarket, volumeOf } from './level-days.ts';

const [folder = '', seed = '1', days = '1000000'] = process.argv.slice(2);
lockDirectory(folder);
let now = (FIRST_DAY + 1) * DAY_MS;
const fail = (error: Error): never => {
  process.stderr.write(`engine failed: ${error.message}\n`);
  process.exit(3);
};
const { engine, core, writer, reader } = await openVenue(layoutOf(folder), fail, () => now);
now = Math.max(now, core.state.time);
engine.onRows((batch) => reader.replay(batch));

async function submit(command: CommandInput): Promise<Outcome> {
  const outcome = await engine.submit(command);
  writeSync(1, `${outcome.seq} ${outcome.code} ${outcome.id}\n`);
  return outcome;
}

/** What every owner asked about traded on the last of its days. */
function volumes({ users, toDay }: VolumesQuery) {
  const value = (user: number) => volumeOf(user, toDay, Number(seed));
  return Promise.resolve(
    users.map((user) => ({ user, instrument: 0, day: toDay, value: value(user) })),
  );
}

engine.start();
if (core.state.users.count === FIRST_USER_ID) {
  for (const command of levelMarket()) await submit(command);
}
const scheduler = new FeeLevelScheduler({
  engine: {
    submit,
    get seq() {
      return engine.seq;
    },
  },
  views: reader.views,
  history: { volumes },
  recorded: () => Promise.resolve(),
  paper: null,
  onProblem: (message) => fail(new Error(message)),
  now: () => now,
});
writeSync(1, 'trades\n');
// A day that was cut is gone on with before the next one comes.
for (let day = 0; day < Number(days); day += 1) {
  await scheduler.look();
  now += DAY_MS;
}
engine.stop();
writer.close();
