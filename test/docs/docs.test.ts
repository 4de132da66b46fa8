/** The documents against the code: links, generated tables, commands, settings, and the programs in them. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USAGE } from '../../apps/halcyon/src/commands/usage.ts';
import { SETTINGS } from '../../packages/gateway/src/config.ts';
import { GENERATED, GOALS, INVARIANTS, withTable } from '../../tools/docs-tables.ts';
import { PARTS } from '../../tools/soak/parts.ts';
import { ExchangeProcess, type KeyMaterial } from '../support/exchange-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
/** Files of a deployment that name settings. */
const DEPLOYMENT = readdirSync(join(ROOT, 'deploy')).map((name) => `deploy/${name}`);
/** Tables that must be exactly what the generator makes now. */
const EXACT = ['errors', 'web-routes', 'web-errors', 'locales', 'settings', 'soak', 'bounds'];

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}

/** A document without its blocks of code. */
function prose(name: string): string {
  return read(name).replace(/^```[\s\S]*?^```/gm, '');
}

/** The blocks of code in one language. */
function programs(name: string, language: string): string[] {
  const blocks = read(name).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map((block) => block[1] ?? '');
}

function anchorOf(heading: string): string {
  const plain = heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '');
  return plain.trim().replaceAll(' ', '-');
}

function hasAnchor(name: string, anchor: string): boolean {
  if (prose(name).includes(`<a id="${anchor}"></a>`)) return true;
  const headings = prose(name).matchAll(/^#+ (.+)$/gm);
  return [...headings].some((heading) => anchorOf(heading[1] ?? '') === anchor);
}

function brokenLinks(name: string): string[] {
  const links = [...prose(name).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? name : join(dirname(name), path);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !hasAnchor(target, anchor);
  });
}

describe.each(DOCUMENTS)('%s', (name) => {
  test('has one first heading', () => {
    expect(prose(name).match(/^# .+$/gm)).toHaveLength(1);
  });

  test('has links that lead somewhere', () => {
    expect(brokenLinks(name)).toEqual([]);
  });

  test('names commands that exist', () => {
    const scripts = (JSON.parse(read('package.json')) as { scripts: object }).scripts;
    const named = [...read(name).matchAll(/npm run (?:--silent )?([a-z]+)(?: -- ([a-z]+))?/g)];
    for (const [, script = '', command] of named) {
      expect(scripts).toHaveProperty(script);
      if (script === 'halcyon' && command !== undefined) {
        expect(USAGE).toMatch(new RegExp(`^  ${command} `, 'm'));
      }
    }
  });
});

describe('generated tables', () => {
  test.each(Object.entries(GENERATED).filter(([table]) => EXACT.includes(table)))(
    '%s in %s is current: node tools/docs-tables.ts writes it',
    (table, file) => {
      const text = read(file);
      expect(withTable(text, table)).toBe(text);
    },
  );

  test('the table of invariants names files that name the invariant', () => {
    const rows = read('docs/testing.md').matchAll(/^\| <a id="inv-\d+"><\/a>(INV-\d\d) \|(.+)$/gm);
    const ids = [...rows].map(([, id = '', rest = '']) => {
      for (const [, path = ''] of rest.matchAll(/\]\(\.\.\/([^)]+)\)/g)) {
        expect(read(path), path).toContain(id);
      }
      return id;
    });
    expect(ids).toEqual(Object.keys(INVARIANTS));
  });

  test('every goal has a test, and the table names files that name the goal', () => {
    const rows = [
      ...read('docs/testing.md').matchAll(/^\| <a id="[a-z]\d+"><\/a>([A-FS]\d+) \|(.+)$/gm),
    ];
    for (const [, id = '', rest = ''] of rows) {
      const paths = [...rest.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path = '']) => path);
      expect(paths, id).not.toEqual([]);
      for (const path of paths) expect(read(path), path).toMatch(new RegExp(`\\b${id}\\b`));
    }
    expect(rows.map(([, id]) => id)).toEqual(Object.keys(GOALS));
  });
});

describe('labels', () => {
  /** The documents that define them, and the table of ASVS, which quotes names of tests. */
  const defining = ['docs/testing.md', 'docs/security/asvs.md', 'ARCHITECTURE.md'];

  test.each(DOCUMENTS.filter((name) => !defining.includes(name)))(
    'of invariants in %s are links to what they mean',
    (name) => {
      // In brackets, with the address behind: a link.
      const bare = [...prose(name).matchAll(/(?<!\[)\bINV-\d+\b(?!\]\()/g)];
      expect(bare.map(([label]) => label)).toEqual([]);
    },
  );

  test('at the head of the names of tests are defined', () => {
    const args = [
      'grep',
      '-hoE',
      "^ *(describe|test|it)[.(a-z]*'([A-FS][0-9]+[, ]+)+",
      '--',
      '*.test.ts',
    ];
    const lines = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
    const used = new Set(lines.match(/\b[A-FS]\d+\b/g));
    expect(used.size).toBeGreaterThan(20);
    expect([...used].filter((label) => !(label in GOALS))).toEqual([]);
  });
});

describe('the index of decisions', () => {
  const folder = 'docs/decisions';
  const index = 'docs/decisions/README.md';
  const rows = [...read(index).matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| (.+) \| (.+) \|$/gm)];

  test('has each decision once, with its title', () => {
    const named = rows.map(([, number, file, title]) => [number, file, title]);
    const there = readdirSync(join(ROOT, folder))
      .filter((file) => /^\d{4}-/.test(file))
      .map((file) => [file.slice(0, 4), file, titleOf(`${folder}/${file}`)]);
    expect(named.toSorted()).toEqual(there.toSorted());
  });

  test('says of each what has become of it', () => {
    const numbers = new Set(rows.map(([, number]) => number));
    for (const [, number, , , status = ''] of rows) {
      const [, other] = /^(?:replaced|narrowed) by (\d{4})$/.exec(status) ?? [];
      expect(status === 'in force' || numbers.has(other), `${number}: ${status}`).toBe(true);
    }
  });

  test('no number is that of two', () => {
    expect(new Set(rows.map(([, number]) => number)).size).toBe(rows.length);
  });

  function titleOf(name: string): string {
    return (/^# (?:\d{4}: )?(.+)$/m.exec(read(name))?.[1] ?? '').trim();
  }
});

describe('README', () => {
  test('shows the two commands', () => {
    expect(read('README.md')).toContain('npm ci && npm start');
    expect(read('README.md')).toContain('npm ci && npm test');
  });
});

describe('variables', () => {
  test('are settings, or variables of the tests', () => {
    const ofTests = [...prose('docs/testing.md').matchAll(/^\| `(HALCYON_[A-Z_]+)` \|/gm)].map(
      (row) => row[1] ?? '',
    );
    const files = [...DOCUMENTS, ...DEPLOYMENT];
    const named = files.flatMap((name) => read(name).match(/HALCYON_[A-Z_]*[A-Z]/g) ?? []);
    const depths = PARTS.flatMap((part) => part.depths.map(({ variable }) => variable));
    const known = new Set([...Object.keys(SETTINGS), ...ofTests, ...depths]);
    const unknown = named.filter((one) => !known.has(one));
    expect(unknown).toEqual([]);
  });
});

describe('the programs', () => {
  let exchange: ExchangeProcess;
  let folder = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-docs-'));
    // Index prices of what is lent come from the simulator's sources.
    exchange = await ExchangeProcess.start({ HALCYON_SIM_RATE: 'default', HALCYON_PAPER: 'off' });
    await restOrders(exchange, await exchange.trader('maker', 'USDT=1000000,BTC=10'));
    const person = ['--email', 'reader@example.com', '--password', 'correct horse battery'];
    await exchange.ask('user', 'create', ...person, '--fund', 'USDT=10000,BTC=1');
    const key = [
      '--email',
      'reader@example.com',
      '--label',
      'bot',
      '--permissions',
      'read,trade,transfer',
    ];
    const made = exchange.command<KeyMaterial>('key', 'create', ...key);
    writeFileSync(join(folder, 'key.json'), JSON.stringify(made));
  });

  afterAll(async () => {
    await exchange?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const ALL = ['README.md', 'docs/api-guide.md'].flatMap((name) =>
    programs(name, 'js').map((program, i) => [`${name}, program ${i + 1}`, program] as const),
  );

  test('are there', () => {
    expect(ALL.length).toBe(7);
  });

  test.each(ALL)('%s runs to its end', async (_name, program) => {
    const text = program
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${exchange.port}`)
      .replaceAll("'key.json'", JSON.stringify(join(folder, 'key.json')));
    const { code, output } = await run(text);
    expect(output).not.toMatch(/Error/);
    expect(output).not.toBe('');
    expect(code, output).toBe(0);
  });
});

/** Orders on both sides of BTCUSDT, so that the examples have somebody to trade with. */
async function restOrders(exchange: ExchangeProcess, key: KeyMaterial): Promise<void> {
  const program = `
    import { RestClientV2 } from 'bitget-api';
    const client = new RestClientV2({ apiKey: '${key.apiKey}', apiSecret: '${key.secretKey}',
      apiPass: '${key.passphrase}', baseUrl: '${exchange.baseUrl}' });
    const [{ lastPr }] = (await client.getSpotTicker({ symbol: 'BTCUSDT' })).data;
    for (const [side, factor] of [['buy', 0.999], ['buy', 0.9985], ['sell', 1.001]]) {
      await client.spotSubmitOrder({ symbol: 'BTCUSDT', side, orderType: 'limit', force: 'gtc',
        size: '1', price: (Number(lastPr) * factor).toFixed(2) });
    }`;
  const { code, output } = await run(program);
  if (code !== 0) throw new Error(output);
}

/** Runs a program as a module of the project. */
function run(program: string): Promise<{ code: number | null; output: string }> {
  const args = ['--input-type=module', '--eval', program];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
