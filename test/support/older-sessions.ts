/** Sessions of a person look older than they are, so that a test need not wait. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Changes a time of all sessions of a person.
 * @param folder of the exchange
 * @param time `created_at`: when they proved who they are; `active_at`: when they last did something
 */
export function makeSessionsOlder(
  folder: string,
  email: string,
  time: 'created_at' | 'active_at',
  byMs: number,
): void {
  const file = new DatabaseSync(join(folder, 'identity.db'));
  file.exec('pragma busy_timeout = 5000');
  const who = 'uid = (select uid from users where email = ?)';
  const { changes } = file
    .prepare(`update sessions set ${time} = ${time} - ? where ${who}`)
    .run(byMs, email);
  file.close();
  if (changes === 0) throw new Error(`${email} has no session`);
}
