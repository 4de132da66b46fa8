/** Reads the words behind a command; what is wrong with one of them is said in the words of its help. */
import { parseArgs } from 'node:util';
import type { CommandArgs } from './command.ts';
import { CommandLineError, noSuchOption } from './usage.ts';

const OPTIONS = {
  email: { type: 'string' },
  password: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  fund: { type: 'string' },
  venue: { type: 'string' },
  label: { type: 'string' },
  permissions: { type: 'string' },
  ip: { type: 'string' },
  type: { type: 'string' },
  'public-key': { type: 'string' },
  expires: { type: 'string' },
  window: { type: 'string' },
  tier: { type: 'string' },
  level: { type: 'string' },
  percent: { type: 'string' },
  until: { type: 'string' },
  end: { type: 'string' },
  release: { type: 'boolean' },
  attribution: { type: 'boolean' },
  after: { type: 'string' },
  limit: { type: 'string' },
  all: { type: 'boolean' },
  links: { type: 'boolean' },
  key: { type: 'string' },
  id: { type: 'string' },
  operator: { type: 'string' },
  'secret-file': { type: 'string' },
  coin: { type: 'string' },
  address: { type: 'string' },
  account: { type: 'string' },
  transaction: { type: 'string' },
  state: { type: 'string' },
  reason: { type: 'string' },
  base: { type: 'string' },
  quote: { type: 'string' },
  scale: { type: 'string' },
  name: { type: 'string' },
  'price-scale': { type: 'string' },
  'quantity-scale': { type: 'string' },
  'last-price': { type: 'string' },
  tick: { type: 'string' },
  lot: { type: 'string' },
  'quantity-min': { type: 'string' },
  'quantity-max': { type: 'string' },
  'notional-min': { type: 'string' },
  band: { type: 'string' },
  'open-orders': { type: 'string' },
  tiers: { type: 'string' },
  'maker-fee': { type: 'string' },
  'taker-fee': { type: 'string' },
  'liquidation-fee': { type: 'string' },
  'liquidation-band': { type: 'string' },
  'open-interest': { type: 'string' },
  'funding-hours': { type: 'string' },
  interest: { type: 'string' },
  'premium-clamp': { type: 'string' },
  'funding-cap': { type: 'string' },
  'impact-size': { type: 'string' },
  amount: { type: 'string' },
  market: { type: 'string' },
  collateral: { type: 'string' },
  curve: { type: 'string' },
  'lent-max': { type: 'string' },
  'level-max': { type: 'string' },
  'loan-min': { type: 'string' },
  'base-tiers': { type: 'string' },
  'quote-tiers': { type: 'string' },
  to: { type: 'string' },
  from: { type: 'string' },
  only: { type: 'string' },
  receipt: { type: 'string' },
  seals: { type: 'string' },
  minutes: { type: 'string' },
  days: { type: 'string' },
  symbol: { type: 'string' },
  where: { type: 'string' },
  books: { type: 'string' },
  trades: { type: 'string' },
  speed: { type: 'string' },
  source: { type: 'string' },
  prices: { type: 'string' },
  paused: { type: 'boolean' },
  'archive-old-parts': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** @throws CommandLineError at an option that there is not, or that has no value or one too many */
export function readArgs(name: string, words: readonly string[]): CommandArgs {
  const { positionals, values, tokens } = parseArgs({
    args: [...words],
    options: OPTIONS,
    allowPositionals: true,
    // The library's own refusals are about words of code.
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'option') checkOption(name, token);
  }
  return { positionals, options: values };
}

/** An option as it was written. */
interface Written {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function checkOption(command: string, { name, rawName, value, inlineValue }: Written): void {
  if (!Object.hasOwn(OPTIONS, name)) throw noSuchOption(command, rawName);
  const { type } = OPTIONS[name as keyof typeof OPTIONS];
  const told = `${command}: ${rawName}`;
  if (type === 'boolean' && value !== undefined) {
    throw new CommandLineError(`${told} takes no value`);
  }
  if (type === 'string' && value === undefined) {
    throw new CommandLineError(`${told} needs a value`);
  }
  // The value was forgotten, and the next option would be taken for it.
  if (type === 'string' && inlineValue !== true && /^-./.test(value ?? '')) {
    throw new CommandLineError(
      `${told} needs a value; one that begins with a dash is written ${rawName}=-…`,
    );
  }
}
