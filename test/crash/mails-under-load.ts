/**
 * A process to be killed: writes the mails about urgent notices that the records of a folder have. It says
 * `due` once it has come to command `due`, and ends by itself after the last.
 */
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { RecordsClient } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { RiskMails } from '../../packages/gateway/src/mail/risk-mails.ts';

const [folder = '', last = '0', due = last] = process.argv.slice(2);
const records = await RecordsClient.open({
  dataFolder: folder,
  onProblem: (problem) => process.stderr.write(`${problem}\n`),
});
// Everybody is a root, and no pair is named.
const views = { rootOf: (user: number) => user } as unknown as Views;
const onProblem = (problem: string) => void process.stderr.write(`${problem}\n`);
const mails = new RiskMails({ ...records, views, onProblem }, 1);
const come = async (seq: number): Promise<void> => {
  while ((await records.identity.riskMailed(undefined)) < seq) await pause(2);
};
await come(Number(due));
writeSync(1, 'due\n');
await come(Number(last));
await mails.close();
await records.close();
