/**
 * Finds the modules of the one file that every page loads: what the entry imports, directly or
 * through others, and what the terminal has in common with another page whose code starts with the
 * document. So the terminal, the largest of them, loads nothing that it does not need. A dynamic import
 * ends the search: what is behind it comes when it is asked for.
 *
 * And those that the terminals of pairs and of contracts have in common and no other page needs: one more file, since a build
 * makes a file of each set of pages that share something.
 */
import type { Plugin, Rolldown } from 'vite';
import { EARLY } from './app-shell.ts';

const ENTRY = 'apps/web/src/main.tsx';
const CONTRACTS = 'features/futures/futures-page.tsx';
/** Where the terminals' own code is, all of the order form included. */
const OF_TERMINALS = /features\/(desk|terminal)\//;
const OF_FORM = /features\/desk\/order-form\//;
/** What is built on it: not the pages of orders and assets, which have little of it. */
const BUILT_ON_IT = /features\/(desk|terminal|futures|margin|copying)\/(?!pages\/)/;

/** The plugin that finds them, and the question that the build asks of each module. */
export interface SharedModules {
  readonly plugin: Plugin;
  /** Meaningful once all modules are read, as `codeSplitting` asks it. */
  readonly isShared: (id: string) => boolean;
  readonly isOfTerminals: (id: string) => boolean;
}

/** One for each build. */
export function sharedModules(): SharedModules {
  const shared = new Set<string>();
  const ofTerminals = new Set<string>();
  const plugin: Plugin = {
    name: 'halcyon:shared-modules',
    apply: 'build',
    buildEnd(error) {
      shared.clear();
      ofTerminals.clear();
      // A build that failed has no modules; its own error says why.
      if (error !== undefined) return;
      for (const id of sharedOf(this)) shared.add(id);
      for (const id of terminalsOf(this)) if (!shared.has(id)) ofTerminals.add(id);
    },
  };
  return { plugin, isShared: (id) => shared.has(id), isOfTerminals: (id) => ofTerminals.has(id) };
}

/** The module whose path ends so. */
function moduleOf(context: Rolldown.PluginContext, end: string): string {
  for (const id of context.getModuleIds()) if (id.endsWith(`/${end}`)) return id;
  throw new Error(`the build has no module ${end}`);
}

function sharedOf(context: Rolldown.PluginContext): Set<string> {
  const shared = importedBy(context, moduleOf(context, ENTRY));
  const terminal = importedBy(context, moduleOf(context, EARLY.terminal));
  for (const page of Object.values(EARLY)) {
    if (page === EARLY.terminal) continue;
    for (const id of importedBy(context, moduleOf(context, page))) {
      if (terminal.has(id)) shared.add(id);
    }
  }
  return shared;
}

function terminalsOf(context: Rolldown.PluginContext): readonly string[] {
  const contracts = importedBy(context, moduleOf(context, CONTRACTS));
  const isOurs = (id: string) =>
    OF_TERMINALS.test(id) &&
    (contracts.has(id) || OF_FORM.test(id)) &&
    context.getModuleInfo(id)?.importers.every((from) => BUILT_ON_IT.test(from)) === true;
  return [...importedBy(context, moduleOf(context, EARLY.terminal))].filter(isOurs);
}

/** A module and all that it imports, directly or through others. */
function importedBy(context: Rolldown.PluginContext, start: string): Set<string> {
  const found = new Set([start]);
  for (const id of found) {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  }
  return found;
}
