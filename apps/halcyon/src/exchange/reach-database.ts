/** PostgreSQL before it is opened: what is wrong with it is said with the name of its setting. */
import { awaitDatabase } from '@halcyon/records';

const SETTING = 'HALCYON_DATABASE_URL';

/** A start waits until it answers. @throws Error where waiting cannot help */
export async function waitForDatabase(url: string, warn: (message: string) => void): Promise<void> {
  await inWords(url, (why) => warn(`${SETTING}: ${unanswered(why)}; the start waits for it`));
}

/** A command does not wait. @param url null = the databases are files @throws Error where it does not answer */
export async function needDatabase(url: string | null): Promise<void> {
  if (url === null) return;
  await inWords(url, (why) => {
    throw new Error(unanswered(why));
  });
}

const unanswered = (why: string): string => `PostgreSQL does not answer (${why})`;

async function inWords(url: string, onWait: (why: string) => void): Promise<void> {
  try {
    await awaitDatabase(url, onWait);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${SETTING}: ${why}`, { cause: error });
  }
}
