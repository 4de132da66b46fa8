import { expect, it } from 'vitest';
import { DRY_RUNS_AT_ONCE, DRY_RUNS_PER_HOUR, DryRuns } from './dry-runs.ts';

/** Work that goes on until it is told how it ends. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
}

it('are one at a time of a user and few of all, and a failed one is over, too', async () => {
  const runs = new DryRuns();
  const begun = Array.from({ length: DRY_RUNS_AT_ONCE }, (_, user) => {
    const { work: going, ...ends } = work();
    return { ...ends, ran: runs.run(user, 0, going) };
  });
  const now = async () => 'now';
  await expect(runs.run(0, 0, now)).rejects.toThrow('Your dry run before');
  await expect(runs.run(DRY_RUNS_AT_ONCE, 0, now)).rejects.toThrow('Dry runs of others');
  begun[0]!.resolve('done');
  expect(await begun[0]!.ran).toBe('done');
  expect(await runs.run(0, 0, now)).toBe('now');
  for (const { reject, ran } of begun.slice(1)) {
    reject(new Error('failed'));
    await expect(ran).rejects.toThrow('failed');
  }
  for (const user of begun.keys()) expect(await runs.run(user, 0, now)).toBe('now');
});

it('are so many an hour', async () => {
  const runs = new DryRuns();
  const now = async () => 'now';
  for (let i = 0; i < DRY_RUNS_PER_HOUR; i++) await runs.run(1, 0, now);
  await expect(runs.run(1, 0, now)).rejects.toThrow('Too many dry runs of this user');
  expect(await runs.run(1, 3_600_000, now)).toBe('now');
});
