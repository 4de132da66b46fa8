/** Which commands are about copy portfolios, and what of them is kept. */
import {
  COPY_DEFAULTS,
  type Command,
  CommandKind,
  type CopyCommand,
  type CopySettings,
  type CopyTerms,
} from '@halcyon/domain';

/** Whether a command is about copy portfolios. */
export function isCopyCommand(command: Command): command is CopyCommand {
  const { kind } = command;
  const first = kind >= CommandKind.openCopyPortfolio && kind <= CommandKind.amendCopyOrder;
  return first || (kind >= CommandKind.closeCopyPosition && kind <= CommandKind.removeCopyFollower);
}

/** What terms say, without what a command may have beside it. */
export function termsOnly({
  sharePpm,
  followersMax,
  amountMin,
  amountMax,
  code,
  paused = 0,
  without = [],
}: CopyTerms): CopyTerms {
  return {
    ...{ sharePpm, followersMax, amountMin, amountMax, code },
    ...(paused === 0 ? {} : { paused }),
    ...(without.length === 0 ? {} : { without: [...without] }),
  };
}

/** The same of settings. */
export function settingsOnly(settings: CopySettings): CopySettings {
  const names = Object.keys(COPY_DEFAULTS) as (keyof CopySettings)[];
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as unknown as CopySettings;
}
