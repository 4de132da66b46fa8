/**
 * The page of OWASP ASVS 5.0: what shows each requirement of levels 1 and 2. The answers are in
 * `tools/asvs.txt`; `node tools/asvs.ts` writes the page, and refuses an answer that names a test or a
 * file that is not there. A test in `test/docs` holds the page against this.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(import.meta.dirname, 'asvs.txt');
/** Where the page is. */
export const ASVS_PAGE = 'docs/security/asvs.md';

type Answer =
  | { readonly kind: 'test'; readonly file: string; readonly title: string }
  | { readonly kind: 'code' | 'document'; readonly file: string }
  | { readonly kind: 'notHere'; readonly reason: string }
  | { readonly kind: 'open'; readonly reason: string };

/** A requirement with what answers it. */
export interface Requirement {
  readonly id: string;
  readonly level: 1 | 2;
  /** In words of ours. */
  readonly asks: string;
  readonly answers: readonly Answer[];
}

const FILE_KINDS = { C: 'code', D: 'document' } as const;

/** Every requirement, in the order of the source. @throws Error naming a line that cannot be read */
export function readRequirements(): Requirement[] {
  const folders = new Map<string, string>();
  const found: Requirement[] = [];
  for (const line of readFileSync(SOURCE, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const shorthand = /^= (\w+) (\S+)$/.exec(line);
    if (shorthand !== null) {
      folders.set(shorthand[1] ?? '', shorthand[2] ?? '');
      continue;
    }
    const [id = '', level = '', asks = '', answers = ''] = line.split(' | ');
    if (!/^\d+(\.\d+){2}$/.test(id) || !/^[12]$/.test(level) || answers === '') {
      throw new Error(`tools/asvs.txt: cannot read "${line}"`);
    }
    found.push({
      id,
      level: Number(level) as 1 | 2,
      asks,
      answers: answers.split(/; (?=[TCDNO] )/).map((text) => answerOf(text, folders)),
    });
  }
  return found;
}

function answerOf(text: string, folders: ReadonlyMap<string, string>): Answer {
  const [, letter = '', rest = ''] = /^([TCDNO]) (.+)$/.exec(text) ?? [];
  if (letter === 'N') return { kind: 'notHere', reason: rest };
  if (letter === 'O') return { kind: 'open', reason: rest };
  const [, path = '', title = ''] = /^(\S+)(?: "(.+)")?$/.exec(rest) ?? [];
  const [head = '', ...tail] = path.split('/');
  const folder = folders.get(head);
  const file = folder === undefined ? path : [folder, ...tail].join('/');
  if (letter === 'T' && title !== '') return { kind: 'test', file, title };
  if (letter === 'C' || letter === 'D') return { kind: FILE_KINDS[letter], file };
  throw new Error(`tools/asvs.txt: cannot read the answer "${text}"`);
}

/** What is wrong with the answers; empty = each test and file that they name is there. */
export function problems(requirements: readonly Requirement[]): string[] {
  const wrong = requirements.flatMap(({ id, answers }) =>
    answers.flatMap((answer) => {
      if (answer.kind === 'notHere' || answer.kind === 'open') return [];
      if (!existsSync(join(ROOT, answer.file))) return [`${id}: there is no ${answer.file}`];
      if (answer.kind !== 'test') return [];
      const text = readFileSync(join(ROOT, answer.file), 'utf8');
      return text.includes(answer.title) ? [] : [`${id}: ${answer.file} has no "${answer.title}"`];
    }),
  );
  const order = requirements.map(({ id }) => id.split('.').map(Number));
  const unsorted = order.filter((one, i) => i > 0 && !isAfter(one, order[i - 1] ?? []));
  return [...wrong, ...unsorted.map((one) => `${one.join('.')} is not in its place`)];
}

function isAfter(one: readonly number[], before: readonly number[]): boolean {
  const at = one.findIndex((part, i) => part !== before[i]);
  return at >= 0 && (one[at] ?? 0) > (before[at] ?? 0);
}

function cellOf(answer: Answer): string {
  if (answer.kind === 'notHere') return `does not apply: ${answer.reason}`;
  if (answer.kind === 'open') return `**open**: ${answer.reason}`;
  const link = `[${answer.file.split('/').at(-1)}](../../${answer.file})`;
  return answer.kind === 'test' ? `${link}: ${answer.title}` : link;
}

/** The page. */
export function asvsPage(requirements: readonly Requirement[]): string {
  const count = (kind: Answer['kind']): number =>
    requirements.filter(({ answers }) => answers.some((answer) => answer.kind === kind)).length;
  const rows = requirements.map(({ id, level, asks, answers }) => {
    const cells = [id, String(level), asks, answers.map(cellOf).join('<br>')];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return `# OWASP ASVS 5.0

What shows each requirement of levels 1 and 2 of the Application Security Verification Standard, 5.0.0: a test by its
file and title, code or a document that can be read, why it does not apply, or what is open. The numbers are those of
the standard, the words are ours. Written by \`node tools/asvs.ts\` from \`tools/asvs.txt\`.

${requirements.length} requirements: ${count('test')} have a test, ${count('notHere')} do not apply in all or in part,
${count('open')} are open in all or in part.

| number | level | asks | answer |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function writePage(): void {
  const requirements = readRequirements();
  const wrong = problems(requirements);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  writeFileSync(join(ROOT, ASVS_PAGE), asvsPage(requirements));
}

if (import.meta.main) writePage();
