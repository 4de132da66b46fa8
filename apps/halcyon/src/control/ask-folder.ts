/** Carries out an operation where no server runs, by opening the data folder for it. */
import type { Config } from '@halcyon/gateway/config';
import { requireDatabase } from '../exchange/exchange-file.ts';
import { prepareFirstStart } from '../exchange/first-listing.ts';
import { layoutOf } from '../exchange/layout.ts';
import { openRuntime } from '../exchange/open-runtime.ts';
import type { OperationArgs } from '../exchange/operation-args.ts';
import { needDatabase } from '../exchange/reach-database.ts';
import { withPaper } from '../paper/open-paper.ts';
import { beginsExchange, carryOut } from './operation-table.ts';

/** The operation's result. @throws Error with the message to show */
export async function askFolder(
  root: string,
  config: Config,
  operation: string,
  args: OperationArgs,
): Promise<unknown> {
  requireDatabase(layoutOf(root), config.databaseUrl);
  await needDatabase(config.databaseUrl);
  const live = await openRuntime({
    place: { root, databaseUrl: config.databaseUrl, paper: config.paper },
    mayBegin: beginsExchange(operation),
    onFailure: (error) => {
      console.error(`halcyon: the engine failed: ${error.message}`);
      process.exit(1);
    },
    onProblem: (message) => console.error(`records: ${message}`),
  });
  let runtime = live;
  try {
    for (const note of live.exchange.historyNotes) console.error(note);
    await prepareFirstStart(live.exchange, (message) => console.error(message));
    if (config.paper && needsPaper(operation, args)) {
      const { databaseUrl, diskBytesMax: bytesMax, paperFlow: flow } = config;
      const log = { info: () => {}, warn: (message: string) => console.error(message) };
      runtime = withPaper(live, { databaseUrl, bytesMax, flow, log });
    }
    return await carryOut(runtime, null, operation, args);
  } finally {
    await runtime.close();
  }
}

/** Opening the paper venue takes a moment: only what touches it does. */
function needsPaper(operation: string, args: OperationArgs): boolean {
  if (operation.startsWith('paper-') || operation === 'backup') return true;
  return operation.startsWith('user-') && args['venue'] === 'paper';
}
