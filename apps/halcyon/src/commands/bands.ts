/** `halcyon bands`: the simulated market's statistics, each with its band and verdict. */
import { formatReport } from '@halcyon/simulator';
import { MARKET_SEED } from '../exchange/first-commands.ts';
import { quoted } from '../exchange/operation-args.ts';
import {
  contractRateBands,
  fundingBands,
  historyBands,
  participantReturnBands,
  realRateBands,
} from '../market/band-tables.ts';
import type { CommandArgs } from './command.ts';
import { print } from './output.ts';
import { CommandLineError } from './usage.ts';

/** Of minutes and of days. */
const MOST = 365;

/** Measures in virtual time, in this process. @returns 0 when every band holds */
export function bands({ options }: CommandArgs): number {
  const minutes = count('minutes', options['minutes'], 15);
  const days = count('days', options['days'], 30);
  const startMs = Date.now();
  const tables = [
    ...historyBands(MARKET_SEED, startMs),
    ...realRateBands(MARKET_SEED, startMs, minutes),
    ...contractRateBands(MARKET_SEED, startMs, minutes),
    ...fundingBands(MARKET_SEED),
    ...participantReturnBands(MARKET_SEED, startMs, days),
  ];
  for (const { title, results } of tables) print(`${formatReport(title, results)}\n`);
  const out = tables.flatMap(({ results }) => results).filter(({ verdict }) => verdict !== 'in');
  print(out.length === 0 ? 'ok every band holds' : `FAULT ${out.length} bands do not hold`);
  return out.length === 0 ? 0 : 1;
}

function count(name: string, value: string | boolean | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  const number = /^[1-9][0-9]{0,2}$/.test(String(value)) ? Number(value) : MOST + 1;
  if (number <= MOST) return number;
  throw new CommandLineError(`--${name}: ${quoted(value)} is not a whole number from 1 to ${MOST}`);
}
