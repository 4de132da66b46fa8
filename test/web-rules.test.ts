/** Rules of the web app's sources that a formatter cannot see, on their syntax tree. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SRC = 'apps/web/src/';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

interface Source {
  readonly name: string;
  readonly text: string;
  readonly nodes: readonly Node[];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** All nodes below one, parents first. */
function nodesOf(node: Node, found: Node[] = []): Node[] {
  found.push(node);
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) for (const item of value) isNode(item) && nodesOf(item, found);
    else if (isNode(value)) nodesOf(value, found);
  }
  return found;
}

function parseSource(name: string, text: string): Source {
  const result = parseSync(name, text);
  if (result.errors.length > 0) throw new Error(`${name} cannot be parsed`);
  return { name, text, nodes: nodesOf(result.program as unknown as Node) };
}

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', `${SRC}**`], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
  .map((name) => parseSource(name, readFileSync(join(ROOT, name), 'utf8')));

function field(node: Node, name: string): Node | null {
  const value = node[name];
  return isNode(value) ? value : null;
}

/** Source text of a node's callee, object or target. */
function textOf(source: Source, node: Node | null): string {
  return node === null ? '' : source.text.slice(node.start, node['end'] as number);
}

function place(source: Source, node: Node): string {
  const line = source.text.slice(0, node.start).split('\n').length;
  return `${source.name.slice(SRC.length)}:${line}`;
}

/** A check of one node: the fault it has, or null. */
type Rule = (source: Source, node: Node) => string | null;

function faults(rule: Rule, among: readonly Source[] = sources): string[] {
  return among.flatMap((source) =>
    source.nodes.flatMap((node) => {
      const fault = rule(source, node);
      return fault === null ? [] : [`${place(source, node)} ${fault}`];
    }),
  );
}

const WORD = /\p{L}{2}/u;
/** Attributes that a person reads or hears. */
const READ_ATTRIBUTES =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|text|hint|message|heading|confirm)$/;
/** Names that no language translates. */
const NAMES = /^(USDT|Halcyon|OCO|QR|CSV|-----BEGIN [A-Z ]+-----)$/;
/** A message id, for a component that looks the message up itself. */
const MESSAGE_ID = /^[a-z]\w*(\.\w+)+$/;

/** Text in a literal or in the fixed parts of a template. */
function fixedText(node: Node | null): string {
  if (node === null) return '';
  if (node.type === 'JSXExpressionContainer') return fixedText(field(node, 'expression'));
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : '';
  if (node.type !== 'TemplateLiteral') return '';
  const parts = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return parts.map((part) => part.value.cooked).join(' ');
}

const rawText: Rule = (_source, node) => {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const opening = field(node, 'openingElement');
    const name = opening === null ? '' : field(opening, 'name')?.['name'];
    if (name === 'code' || name === 'kbd') return null;
    const children = node['children'] as readonly Node[];
    const texts = children.map((child) =>
      child.type === 'JSXText' ? String(child['value']).trim() : fixedText(child).trim(),
    );
    const raw = texts.find((text) => WORD.test(text) && !NAMES.test(text));
    return raw === undefined ? null : `has the raw text ${JSON.stringify(raw)}`;
  }
  if (node.type !== 'JSXAttribute') return null;
  const name = String(field(node, 'name')?.['name'] ?? '');
  const text = fixedText(field(node, 'value')).trim();
  if (!READ_ATTRIBUTES.test(name) || !WORD.test(text)) return null;
  if (NAMES.test(text) || MESSAGE_ID.test(text)) return null;
  return `has the raw ${name} ${JSON.stringify(text)}`;
};

const WAYS =
  /^((window|document|globalThis|self|top|parent)\.)*(location\.(assign|replace|reload)|open|history\.(pushState|replaceState|go|back|forward)|navigation\.\w+)$/;
/** The file's own function of that name. */
const OWN_OPEN = /(const|let|function)\s[^=;]*\bopen\b/;
const TARGETS = /(^|\.)location$|\.(href|action|formAction)$/;

const rawNavigation: Rule = (source, node) => {
  if (node.type === 'ImportSpecifier') {
    const name = field(node, 'imported')?.['name'];
    return name === 'useRouter' ? 'imports useRouter, which goes wherever it is told' : null;
  }
  if (node.type === 'CallExpression') {
    const callee = textOf(source, field(node, 'callee'));
    if (callee === 'open' && OWN_OPEN.test(source.text)) return null;
    return WAYS.test(callee) ? `calls ${callee}` : null;
  }
  if (node.type === 'AssignmentExpression') {
    const left = textOf(source, field(node, 'left'));
    return TARGETS.test(left) ? `assigns ${left}` : null;
  }
  return node.type === 'JSXOpeningElement' ? rawTarget(source, node) : null;
};

/** An element with an address that is not fixed. PlainLink asks the guard. */
function rawTarget(source: Source, element: Node): string | null {
  if (textOf(source, field(element, 'name')) === 'PlainLink') return null;
  for (const attribute of element['attributes'] as readonly Node[]) {
    const name = String(field(attribute, 'name')?.['name'] ?? '');
    const value = textOf(source, field(attribute, 'value'));
    const takesTarget = ['href', 'action', 'formAction', 'xlinkHref'].includes(name);
    if (takesTarget && !/^"(#|\/)[\w/-]*"$/.test(value)) return `has ${name}=${value}`;
  }
  return null;
}

/** Where raw navigation is the file's job. */
const NAVIGATORS = /^apps\/web\/src\/platform\/links\//;
/** One allowed use each, with its reason. */
const NAVIGATION_EXCEPTIONS: Readonly<Record<string, string>> = {
  'platform/locale/locale.ts': 'changes the language segment of the present address',
};

function navigationFaults(among: readonly Source[] = sources): string[] {
  const outside = among.filter(({ name }) => !NAVIGATORS.test(name));
  return faults(rawNavigation, outside).filter((fault) => {
    const [file = ''] = fault.split(':');
    return NAVIGATION_EXCEPTIONS[file] === undefined;
  });
}

const rawRequest: Rule = (source, node) => {
  const isClass = node.type === 'ClassDeclaration';
  if (!isClass && node.type !== 'CallExpression' && node.type !== 'NewExpression') return null;
  const callee = textOf(source, field(node, isClass ? 'superClass' : 'callee'));
  const pattern =
    /^((window|globalThis|self)\.)?(fetch|WebSocket|EventSource|XMLHttpRequest)$|sendBeacon$|^StreamClient$/;
  return pattern.test(callee) ? `calls ${callee}` : null;
};

/** The entry points to the server: they mark the requests of simulation trading. */
const ENTRY_POINTS: Readonly<Record<string, string>> = {
  'service-worker.ts': 'passes on what the page asked for',
  'data/rest/http.ts': 'every request',
  'data/rest/document.ts': 'what is no envelope',
  'data/ws/page-stream.ts': 'every socket',
};

describe('texts', () => {
  test('all come from the message files', () => {
    // The design page exists in development builds only and shows sample texts.
    const shipped = sources.filter(({ name }) => !name.includes('/features/design/'));
    expect(faults(rawText, shipped)).toEqual([]);
  });

  test('the rule finds what it is for', () => {
    const bad = [
      '<p>Hello</p>',
      '<p>{"Hello"}</p>',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a sample of source text
      '<p>{`Hello ${x}`}</p>',
      '<p aria-label="Hello" />',
      "<Button title={'Hello'} />",
      '<img alt="A chart" src="x" />',
    ];
    for (const text of bad) {
      const source = parseSource('sample.tsx', `const x = ${text};`);
      expect([text, faults(rawText, [source]).length]).toEqual([text, 1]);
    }
    const good = parseSource(
      'sample.tsx',
      '<p title={t("a.b")}>{t("a.b")} – 1 <code>GET</code></p>;',
    );
    expect(faults(rawText, [good])).toEqual([]);
  });
});

describe('navigation', () => {
  test('all goes through platform/links', () => {
    expect(navigationFaults()).toEqual([]);
  });

  test('the rule finds what it is for', () => {
    const bad = [
      "import { useRouter } from './router.tsx';",
      "import { useRouter as go } from './router.tsx';",
      'location.href = x;',
      'window.location = x;',
      'document.location.href = x;',
      'location.assign(x);',
      'window.open(x);',
      'open(x);',
      'history.pushState(null, "", x);',
      'const a = <a href={x}>1</a>;',
      'const a = <form action={x} />;',
      'const a = <a href="https://elsewhere.example">1</a>;',
      'link.href = x;',
    ];
    for (const text of bad) {
      const source = parseSource(`${SRC}sample.tsx`, text);
      expect([text, navigationFaults([source]).length]).toEqual([text, 1]);
    }
    const good = 'import { useLocation } from \'./router.tsx\'; const a = <a href="#main">1</a>;';
    expect(navigationFaults([parseSource(`${SRC}sample.tsx`, good)])).toEqual([]);
  });
});

describe('requests', () => {
  test('all go through the entry points that mark them', () => {
    const outside = sources.filter(
      ({ name }) => ENTRY_POINTS[name.slice(SRC.length)] === undefined,
    );
    expect(faults(rawRequest, outside)).toEqual([]);
  });

  test('the rule finds what it is for', () => {
    const bad = ['fetch(x);', 'new WebSocket(x);', 'new StreamClient(x);'];
    for (const text of [...bad, 'class Link extends StreamClient {}']) {
      const source = parseSource(`${SRC}sample.ts`, text);
      expect([text, faults(rawRequest, [source]).length]).toEqual([text, 1]);
    }
  });
});

/** Their figures stand from left to right in every language. */
const LEFT_TO_RIGHT = [
  'terminal/book/book.css',
  'terminal/chart/lines/lines.css',
  'assets/curve/curve.css',
];

test('room at the two ends of a line follows the direction of the language', () => {
  const styles = execFileSync('git', ['ls-files', '-co', '--exclude-standard', `${SRC}**/*.css`], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const found = styles
    .trim()
    .split('\n')
    .filter((name) => !LEFT_TO_RIGHT.some((own) => name.endsWith(own)))
    .flatMap((name) =>
      [...readFileSync(join(ROOT, name), 'utf8').matchAll(/(?:padding|margin): ([^;]+);/g)].flatMap(
        ([rule, given = '']) => {
          // A sum in brackets is one part.
          const parts = given.replace(/calc\(.*\)/, 'calc').split(' ');
          const [, right, , left] = parts;
          return left === undefined || left === right ? [] : [`${name}: ${rule}`];
        },
      ),
    );
  expect(found).toEqual([]);
});

describe('a margin call', () => {
  const MAILS = join(ROOT, 'packages/gateway/src/mail/words');
  const read = (folder: string, file: string): Record<string, string> =>
    JSON.parse(readFileSync(join(folder, file), 'utf8'));

  test.each(readdirSync(MAILS))('is called alike by mails and pages of %s', (file) => {
    const page = read(join(ROOT, SRC, 'platform/locale/messages'), file);
    const name = page['margin.state.called']?.split(/[:：]/)[0]?.trim().toLowerCase() ?? 'no name';
    expect(read(MAILS, file)['marginCall.subject']?.toLowerCase()).toContain(name);
  });
});
