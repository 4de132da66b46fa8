/** Every operation of the command line by the name it is asked for by. */
import { makeBackup } from '../exchange/backup.ts';
import type { Runtime } from '../exchange/open-runtime.ts';
import {
  listInstruments,
  type OperationArgs,
  setInstrumentLimits,
  setInstrumentState,
} from '../exchange/operations.ts';
import { createKey, createUser, listUsers, type PeopleContext } from '../exchange/people.ts';

const OPERATIONS: Readonly<
  Record<string, (context: PeopleContext, args: OperationArgs) => unknown>
> = {
  'instrument-list': listInstruments,
  'instrument-state': setInstrumentState,
  'instrument-set': setInstrumentLimits,
  'user-create': createUser,
  'user-list': listUsers,
  'key-create': createKey,
};

/** Carries out an operation on an open exchange. @throws Error for an unknown one */
export async function carryOut(
  { exchange, records }: Runtime,
  operation: string,
  args: OperationArgs,
): Promise<unknown> {
  if (operation === 'backup') return makeBackup(exchange, records, args);
  const run = Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined;
  if (run === undefined) throw new Error(`there is no operation "${operation}"`);
  return run({ engine: exchange.engine, views: exchange.reader.views, records }, args);
}
