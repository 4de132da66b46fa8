/** Operators at the command line of a stopped and of a running exchange, which are in its journal. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ExchangeProcess } from '../support/exchange-process.ts';

interface Made {
  readonly name: string;
  readonly secret: string;
}

let exchange: ExchangeProcess;
let ada = '';

beforeAll(async () => {
  exchange = await ExchangeProcess.filled({ HALCYON_PAPER: 'off' });
});

afterAll(() => exchange?.remove());

const as = (secret: string, ...args: readonly string[]): Made =>
  JSON.parse(exchange.outputWith({ HALCYON_OPERATOR_SECRET: secret }, ...args)) as Made;

const names = (): string[] => exchange.command<Made[]>('operator', 'list').map(({ name }) => name);

test('the first is added while the exchange stands still, and known when it runs', async () => {
  expect(names()).toEqual([]);
  ({ secret: ada } = exchange.command<Made>('operator', 'add', 'Ada'));
  await exchange.launch();
  expect(names()).toEqual(['ada']);
});

test('the next one needs the secret of one who is there, from the environment or a file', () => {
  const add = (name: string) => ['operator', 'add', name, '--operator', 'ada'] as const;
  expect(() => exchange.output('operator', 'add', 'bob')).toThrow('name it with --operator');
  expect(() => exchange.output(...add('bob'))).toThrow('the secret of ada is missing');
  expect(() => as(`${ada}x`, ...add('bob'))).toThrow('this is not the secret of ada');
  const { secret: bob } = as(ada, ...add('bob'));
  const file = join(exchange.folder, 'ada.secret');
  writeFileSync(file, `${ada}\n`);
  chmodSync(file, 0o600);
  expect(exchange.command(...add('eve'), '--secret-file', file)).toMatchObject({ name: 'eve' });
  as(bob, 'operator', 'remove', 'eve', '--operator', 'bob', '--reason', 'left');
  expect(names()).toEqual(['ada', 'bob']);
});

test('a secret is no option, and a name is needed', () => {
  for (const args of [
    ['operator', 'add', 'carol', '--operator', 'ada', '--secret', ada],
    ['operator', 'add'],
    ['operator', 'add', 'carol', 'dave'],
    ['operator', 'promote', 'bob'],
  ]) {
    expect(() => exchange.output(...args)).toThrow();
  }
  expect(names()).toEqual(['ada', 'bob']);
});

test('they are there after a kill, and the journal has their changes without secrets', async () => {
  await exchange.stop('SIGKILL');
  await exchange.launch();
  expect(names()).toEqual(['ada', 'bob']);
  await exchange.stop();
  const events = exchange.output('replay').split('\n');
  const told = events.filter((line) => line.includes('"change"'));
  expect(told).toHaveLength(4);
  expect(told.at(-1)).toMatch(/"name":"eve","change":"remove","actor":"bob","reason":"left"/);
  expect(exchange.output('replay')).not.toContain(ada);
});
