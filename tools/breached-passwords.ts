/**
 * Makes packages/records/src/identity/breached-passwords.bin from a list of passwords, one a line:
 * `node tools/breached-passwords.ts LIST`. Shorter ones than the rules allow are left out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  breachedForm,
  breachedPrefix,
} from '../packages/records/src/identity/breached-passwords.ts';
import { PASSWORD_LENGTH_MIN } from '../packages/records/src/identity/limits.ts';

const [list] = process.argv.slice(2);
if (list === undefined) throw new Error('usage: node tools/breached-passwords.ts LIST');
const forms = new Set<string>();
for (const line of readFileSync(list, 'utf8').split(/\r?\n/)) {
  if ([...line].length >= PASSWORD_LENGTH_MIN) forms.add(breachedForm(line));
}
const prefixes = [...forms].map(breachedPrefix).sort(Buffer.compare);
const folder = join(import.meta.dirname, '../packages/records/src/identity');
writeFileSync(join(folder, 'breached-passwords.bin'), Buffer.concat(prefixes));
console.log(`${prefixes.length} passwords`);
