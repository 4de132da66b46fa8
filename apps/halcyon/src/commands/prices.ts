/** `halcyon prices`: index prices with their sources, and the way in for a feed of one's own. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { type FeedAnswer, feedPath, type SignedPrices } from '@halcyon/domain/web';
import { INDEX_RULES } from '@halcyon/prices';
import { askControl } from '../control/control-socket.ts';
import { PriceSigner } from '../prices/price-signer.ts';
import type { CommandArgs } from './command.ts';
import { print } from './output.ts';
import { readSettings } from './settings.ts';
import { CommandLineError } from './usage.ts';

/** How a message goes to the exchange; its answer. */
type Send = (message: SignedPrices) => Promise<FeedAnswer>;

/** @returns the exit code */
export async function prices({ positionals, options }: CommandArgs): Promise<number> {
  const [verb = 'list'] = positionals;
  if (verb === 'list') {
    print(JSON.stringify(await asked('prices-list', {}), null, 2));
    return 0;
  }
  if (verb !== 'push') throw new CommandLineError('prices: list or push');
  const { source, key, to } = options;
  if (typeof source !== 'string') throw new CommandLineError('prices push: --source is missing');
  if (typeof key !== 'string') throw new CommandLineError('prices push: --key is missing');
  const signer = new PriceSigner(source, readFileSync(key, 'utf8'));
  const send: Send = typeof to === 'string' ? (one) => posted(to, one) : pushed;
  const given = options['prices'];
  if (typeof given === 'string') {
    return tell(await send(signer.message(pricesOf(given))));
  }
  return pushLines(createInterface({ input: process.stdin }), signer, send);
}

/**
 * Pushes each line in its turn. It is dated by when it came, so that what had to wait does not pass for
 * new; a line that is not taken is told, and the next ones go on. @returns the exit code
 */
async function pushLines(lines: Interface, signer: PriceSigner, send: Send): Promise<number> {
  let sending = Promise.resolve();
  let code = 0;
  const refuse = (error: unknown): void => {
    code = 1;
    process.stderr.write(`halcyon: ${error instanceof Error ? error.message : String(error)}\n`);
  };
  const push = async (message: SignedPrices): Promise<void> => {
    if ((await pushInTime(message, send)) !== 0) code = 1;
  };
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    try {
      const message = signer.message(pricesOf(line));
      sending = sending.then(() => push(message).catch(refuse));
    } catch (error) {
      refuse(error);
    }
  });
  await once(lines, 'close');
  await sending;
  return code;
}

/** Prints what became of the prices; those that were not taken are told too. @returns the exit code */
function tell(answer: FeedAnswer): number {
  print(JSON.stringify(answer));
  if (answer.refused.length === 0) return 0;
  const names = answer.refused.map(({ symbol, reason }) => `${symbol} (${reason})`);
  process.stderr.write(`halcyon: not taken: ${names.join(', ')}\n`);
  return 1;
}

/** @returns the exit code @throws Error where it is not taken, or had to wait too long to be */
async function pushInTime(message: SignedPrices, send: Send): Promise<number> {
  if (Date.now() - Number(message.timestamp) > INDEX_RULES.freshMs) {
    throw new Error(`not sent, since it waited too long: ${message.body}`);
  }
  return tell(await send(message));
}

/** `BTCUSDT=94000.5,ETHUSDT=3000`. @throws CommandLineError for anything else */
function pricesOf(text: string): Record<string, string> {
  const pairs = text.split(',').map((part) => part.trim().split('='));
  if (pairs.some((pair) => pair.length !== 2 || pair[0] === '')) {
    throw new CommandLineError('--prices: SYMBOL=price, joined by commas');
  }
  return Object.fromEntries(pairs) as Record<string, string>;
}

const pushed: Send = async (message) => (await asked('prices-push', { ...message })) as FeedAnswer;

/** Of the exchange that runs on this folder. @throws Error where none does */
async function asked(operation: string, args: Record<string, unknown>): Promise<unknown> {
  const answer = await askControl(readSettings().root, { operation, args });
  if (answer === null) throw new Error('the exchange does not run');
  if (!answer.ok) throw new Error(answer.error);
  return answer.result;
}

async function posted(
  origin: string,
  { source, timestamp, signature, body }: SignedPrices,
): Promise<FeedAnswer> {
  const answer = await fetch(new URL(feedPath(source), origin), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'access-timestamp': timestamp,
      'access-sign': signature,
    },
    body,
    // Longer than that nobody would take it.
    signal: AbortSignal.timeout(INDEX_RULES.freshMs),
  });
  if (!answer.ok) throw new Error(`${origin} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as FeedAnswer;
}
