/**
 * Finds the modules of the one file that every page loads: what the entry imports, directly or
 * through others, and what the terminal has in common with another page whose code starts with the
 * document. So the terminal, the largest of them, loads nothing that it does not need. A dynamic import
 * ends the search: what is behind it comes when it is asked for.
 */
import type { Plugin, Rolldown } from 'vite';
import { EARLY } from './app-shell.ts';

const ENTRY = 'apps/web/src/main.tsx';

/** The plugin that finds them, and the question that the build asks of each module. */
export interface SharedModules {
  readonly plugin: Plugin;
  /** Meaningful once all modules are read, as `codeSplitting` asks it. */
  readonly isShared: (id: string) => boolean;
}

/** One for each build. */
export function sharedModules(): SharedModules {
  const shared = new Set<string>();
  const plugin: Plugin = {
    name: 'halcyon:shared-modules',
    apply: 'build',
    buildEnd(error) {
      shared.clear();
      // A build that failed has no modules; its own error says why.
      if (error === undefined) for (const id of sharedOf(this)) shared.add(id);
    },
  };
  return { plugin, isShared: (id) => shared.has(id) };
}

function sharedOf(context: Rolldown.PluginContext): Set<string> {
  const all = [...context.getModuleIds()];
  const found = (end: string): string => {
    const id = all.find((one) => one.endsWith(`/${end}`));
    if (id === undefined) throw new Error(`the build has no module ${end}`);
    return id;
  };
  const shared = importedBy(context, found(ENTRY));
  const terminal = importedBy(context, found(EARLY.terminal));
  for (const page of Object.values(EARLY)) {
    if (page === EARLY.terminal) continue;
    for (const id of importedBy(context, found(page))) if (terminal.has(id)) shared.add(id);
  }
  return shared;
}

/** A module and all that it imports, directly or through others. */
function importedBy(context: Rolldown.PluginContext, start: string): Set<string> {
  const found = new Set([start]);
  for (const id of found) {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  }
  return found;
}
