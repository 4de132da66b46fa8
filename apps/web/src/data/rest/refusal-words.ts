/** What refusals say, brought with the first one: hardly a visit has any. */

import { refusalMessages } from '../../platform/locale/locale.ts';

type Table = typeof import('./refusal-table.ts');

let table: Table | null = null;

/** A refusal is told in general words rather than later than that. */
const WAIT_MS = 2_000;

/** Brings table and texts. Where they cannot be fetched a refusal is told in general words. */
export async function bringRefusalWords(): Promise<void> {
  if (table !== null) return;
  const late = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));
  await Promise.race([fetchWords(), late]);
}

async function fetchWords(): Promise<void> {
  try {
    const [found] = await Promise.all([import('./refusal-table.ts'), refusalMessages()]);
    table = found;
  } catch {
    // The next refusal asks again.
  }
}

/** The table; null = it has not come. */
export function refusalTable(): Table | null {
  return table;
}
