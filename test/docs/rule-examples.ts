/**
 * The markup of the documents of rules. A rule is a paragraph or an item of a list that begins with its number in
 * bold, `**P3**`; a definition, which nothing can break, begins with `*Definition.*`. The paragraph before an example
 * begins with the rules that it shows, `*P3, P4:*`. An example is a block of code in the language `example`, with the
 * terms that differ behind it: `example takerPpm=0`. A line `...` stands for the lines of the last block `opening` of the
 * same section.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../docs');
const HEADING = /^#+ (.+)$/;
const RULE = /^\*\*([A-Z]+\d+)\*\* /;
const DEFINITION = /^\*Definition\.\* /;
const SHOWN = /^\*((?:[A-Z]+\d+, )*[A-Z]+\d+):\* /;
const ITEM = /^ *(?:-|\d+\.) +/;
const FENCE = /^```(\w*) ?(.*)$/;
/** What a paragraph that ends with a colon leads to. */
const LED = /^(?:- |\d+\. |```opening)/;
/** The line that stands for the opening of a section. */
const OPENING = '...';

/** An example, ready to be played. */
export interface Example {
  /** The heading above it, its line in the file, and the rules that it shows. */
  readonly name: string;
  readonly shows: readonly string[];
  /** Terms that differ from those that the document names. */
  readonly terms: Readonly<Record<string, number>>;
  readonly table: string;
}

/** What a document says, as far as its markup tells. */
export interface RuleDocument {
  readonly rules: readonly string[];
  readonly examples: readonly Example[];
  /** Paragraphs and items that are neither a rule nor a definition, and tell of no example. */
  readonly loose: readonly string[];
}

interface Block {
  readonly line: number;
  readonly lines: readonly string[];
}

/** Reads a document. @param text without it, the file of this name in `docs` */
export function readRules(
  name: string,
  text = readFileSync(join(DOCS, name), 'utf8'),
): RuleDocument {
  const rules: string[] = [];
  const examples: Example[] = [];
  const loose: string[] = [];
  let [heading, opening, before] = ['', '', ''];
  let introduced = false;
  const blocks = blocksOf(text);
  for (const [at, { line, lines }] of blocks.entries()) {
    const first = lines[0]!;
    const [, title] = HEADING.exec(first) ?? [];
    const [, language, words] = FENCE.exec(first) ?? [];
    const table = lines.slice(1, -1).join('\n');
    if (title !== undefined) {
      [heading, opening] = [title, ''];
      introduced ||= first.startsWith('## ');
    } else if (language === 'opening') opening = table;
    else if (language === 'example') {
      const shows = SHOWN.exec(before)?.[1]?.split(', ') ?? [];
      const whole = table.replace(OPENING, () => opening || 'there is no opening');
      const name = `${heading}, line ${line}: ${shows.join(', ')}`;
      examples.push({ name, shows, terms: termsIn(words ?? ''), table: whole });
    } else if (introduced) {
      const text = first.replace(ITEM, '');
      const [, rule] = RULE.exec(text) ?? [];
      const leads = lines.at(-1)!.endsWith(':') && LED.test(blocks[at + 1]?.lines[0] ?? '');
      if (rule !== undefined) rules.push(rule);
      else if (!DEFINITION.test(text) && !SHOWN.test(text) && !leads) {
        loose.push(`line ${line}: ${first}`);
      }
    }
    before = first;
  }
  return { rules, examples, loose };
}

/** Headings, paragraphs, items of lists and blocks of code. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let code = false;
  const end = (next: number): void => {
    if (lines.length > 0) blocks.push({ line: next - lines.length, lines });
    lines = [];
  };
  for (const [at, line] of text.split('\n').entries()) {
    const fence = FENCE.test(line);
    if (!code && (line === '' || fence || ITEM.test(line) || HEADING.test(line))) end(at + 1);
    if (line !== '' || code) lines.push(line);
    if (fence) {
      code = !code;
      if (!code) end(at + 2);
    }
  }
  end(text.split('\n').length + 1);
  return blocks;
}

/** `takerPpm=0`; a word alone is 1. */
function termsIn(words: string): Record<string, number> {
  const pairs = words.split(' ').filter((word) => word !== '');
  return Object.fromEntries(
    pairs.map((word) => word.split('=')).map(([key, value = 1]) => [key, Number(value)]),
  );
}
