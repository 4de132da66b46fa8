/** What a command of the command line is. */

/** Arguments after the command's name. */
export interface CommandArgs {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** Gives its exit code. */
export type CliCommand = (args: CommandArgs) => Promise<number> | number;
