/** What the command line can ask of the market that paper trading follows. */
import { resolve } from 'node:path';
import type { FlowChoice } from '@halcyon/domain';
import { upperAscii } from '@halcyon/domain';
import { type OperationArgs, quoted } from '../exchange/operation-args.ts';
import type { FlowStatus } from './flow-runner.ts';
import type { PaperVenue } from './paper-venue.ts';

/** Parts of the context that these operations work on. */
export interface PaperContext {
  /** null = there is none. */
  readonly paper: PaperVenue | null;
}

type PaperOperation = (context: PaperContext, args: OperationArgs) => Promise<FlowStatus>;

const STEPS_MAX = 1_000_000;

/** `paper status`. */
export const paperStatus: PaperOperation = (context) => ask(context, 'status', {});

/** `paper replay --books F …`: a recording from its beginning, or from a time in it. */
export const paperReplay: PaperOperation = async (context, args) => {
  const pace = { paused: args['paused'] === true, ...speedOf(args) };
  const choice: FlowChoice = {
    source: 'recorded',
    symbol: upperAscii(required(args, 'symbol')),
    books: resolve(required(args, 'books')),
    trades: args['trades'] === undefined ? null : resolve(String(args['trades'])),
    where: (args['where'] as Record<string, string> | undefined) ?? {},
    fromMs: timeOf(args),
  };
  return ask(context, 'follow', { choice, pace, ...by(args, 'paper replay') });
};

/** `paper follow`: what the settings say. */
export const paperFollow: PaperOperation = (context, args) =>
  ask(context, 'followSettings', by(args, 'paper follow'));

/** `paper pause`. */
export const paperPause: PaperOperation = (context, args) =>
  ask(context, 'setPace', { pace: { paused: true }, ...by(args, 'paper pause') });

/** `paper resume`. */
export const paperResume: PaperOperation = (context, args) =>
  ask(context, 'setPace', { pace: { paused: false }, ...by(args, 'paper resume') });

/** `paper speed N`. */
export const paperSpeed: PaperOperation = (context, args) => {
  required(args, 'speed');
  return ask(context, 'setPace', { pace: speedOf(args), ...by(args, 'paper speed') });
};

/** `paper step [N]`. */
export const paperStep: PaperOperation = (context, args) => {
  const text = String(args['moments'] ?? '1');
  const moments = /^[0-9]{1,7}$/.test(text) ? Number(text) : 0;
  if (moments < 1 || moments > STEPS_MAX) {
    throw new Error(`step: ${quoted(text)} is no whole number from 1 to ${STEPS_MAX}`);
  }
  return ask(context, 'step', { moments });
};

async function ask({ paper }: PaperContext, method: string, input: object): Promise<FlowStatus> {
  if (paper === null) throw new Error('paper trading is off on this exchange');
  await paper.whenReady();
  return (await paper.flow(method, input)) as FlowStatus;
}

function by(args: OperationArgs, reason: string): { by: { actor: string; reason: string } } {
  return { by: { actor: 'command line', reason: String(args['reason'] ?? reason) } };
}

function required(args: OperationArgs, name: string): string {
  const value = args[name];
  if (typeof value !== 'string' || value === '') throw new Error(`--${name} is missing`);
  return value;
}

function speedOf(args: OperationArgs): { speed?: number } {
  const text = args['speed'];
  if (text === undefined) return {};
  const speed = /^[0-9]{1,4}(\.[0-9]{1,2})?$/.test(String(text)) ? Number(text) : Number.NaN;
  if (!(speed >= 0.1 && speed <= 1_000)) {
    throw new Error(
      `speed: ${quoted(text)} is no number from 0.1 to 1000 with at most two decimals`,
    );
  }
  return { speed };
}

function timeOf(args: OperationArgs): number | null {
  const text = args['from'];
  if (text === undefined) return null;
  const time = /^\d{13}$/.test(String(text)) ? Number(text) : Date.parse(String(text));
  if (Number.isNaN(time))
    throw new Error(`--from: ${quoted(text)} is neither ISO 8601 nor Unix ms`);
  return time;
}
