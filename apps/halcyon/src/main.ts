/** The command line. JSON, and what was asked to be told, on standard output; logs on standard error. */
import manifest from '../package.json' with { type: 'json' };
import type { CliCommand } from './commands/command.ts';
import { useCoreFlags } from './commands/core-flags.ts';
import { print } from './commands/output.ts';
import { useProcessSettings, useStrippedSources } from './commands/process-settings.ts';
import { readArgs } from './commands/read-args.ts';
import { CommandLineError, checkArgs, USAGE, unknownCommand, usageOf } from './commands/usage.ts';

/** Each command's module is loaded only when it is asked for. */
const COMMANDS: Readonly<Record<string, () => Promise<CliCommand>>> = {
  start: async () => (await import('./commands/start.ts')).start,
  user: async () => (await import('./commands/people.ts')).user,
  key: async () => (await import('./commands/people.ts')).key,
  operator: async () => (await import('./commands/operator.ts')).operator,
  withdrawal: async () => (await import('./commands/operator.ts')).withdrawal,
  deposit: async () => (await import('./commands/people.ts')).deposit,
  payout: async () => (await import('./commands/operator.ts')).payout,
  mail: async () => (await import('./commands/people.ts')).mail,
  audit: async () => (await import('./commands/people.ts')).audit,
  asset: async () => (await import('./commands/instrument.ts')).asset,
  instrument: async () => (await import('./commands/instrument.ts')).instrument,
  contract: async () => (await import('./commands/instrument.ts')).contract,
  loan: async () => (await import('./commands/instrument.ts')).loan,
  paper: async () => (await import('./commands/paper.ts')).paper,
  prices: async () => (await import('./commands/prices.ts')).prices,
  reserves: async () => (await import('./commands/reserves.ts')).reserves,
  bands: async () => (await import('./commands/bands.ts')).bands,
  import: async () => (await import('./commands/import.ts')).importRecorded,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/backup.ts')).restore,
  verify: async () => (await import('./commands/verify.ts')).verify,
  replay: async () => (await import('./commands/replay.ts')).replay,
  bench: async () => (await import('./commands/bench.ts')).bench,
};

/** Commands that build the core's tables, or measure them. */
const WITH_CORE: ReadonlySet<string> = new Set(['start', 'verify', 'replay', 'bench']);

async function main(argv: readonly string[]): Promise<number> {
  const [name = 'help', ...rest] = argv;
  if (name === '--version' || name === 'version') {
    print(manifest.version);
    return 0;
  }
  if (WITH_CORE.has(name)) {
    useProcessSettings();
    useCoreFlags();
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) return withoutCommand(name, rest[0]);
  const parsed = readArgs(name, rest);
  if (parsed.options['help'] === true) {
    print(usageOf(name));
    return 0;
  }
  checkArgs(name, parsed);
  if (!WITH_CORE.has(name)) await useStrippedSources();
  const command = await load();
  return command(parsed);
}

/** Help, or that there is no such command. @throws CommandLineError */
function withoutCommand(name: string, about: string | undefined): number {
  const help = name === 'help' || name === '--help' || name === '-h';
  const wrong = help ? about : name;
  if (wrong !== undefined && !Object.hasOwn(COMMANDS, wrong)) throw unknownCommand(wrong);
  print(about === undefined ? USAGE : usageOf(about));
  return 0;
}

process.umask(0o077);
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(`halcyon: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = error instanceof CommandLineError ? 2 : 1;
  },
);
