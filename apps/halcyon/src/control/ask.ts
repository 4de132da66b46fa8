/**
 * Carries out an operation: in the running server over the control socket, or, when none runs, by
 * opening the data folder for it, whose code is loaded only then.
 */
import { readSettings } from '../commands/settings.ts';
import { checkArguments, type OperationArgs } from '../exchange/operation-args.ts';
import { askControl } from './control-socket.ts';

/** The operation's result. @throws Error with the message to show */
export async function ask(operation: string, args: OperationArgs): Promise<unknown> {
  // Before a folder is opened for it: an exchange may begin with that.
  checkArguments(args);
  const { config, root } = readSettings();
  const answer = await askControl(root, { operation, args });
  if (answer === null) {
    const { askFolder } = await import('./ask-folder.ts');
    return askFolder(root, config, operation, args);
  }
  if (answer.ok) return answer.result;
  throw new Error(answer.error);
}
