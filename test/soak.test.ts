/** The soak's table of parts says what the tests do: their files are there, their depths are these. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Missed } from '../tools/soak/missed.ts';
import { PARTS } from '../tools/soak/parts.ts';

const ROOT = join(import.meta.dirname, '..');

/** Depths that tests read from their environment: file, variable, what an ordinary run takes. */
const READ = execFileSync(
  'git',
  ['grep', '-oE', '--untracked', "env\\['HALCYON_\\w+'\\] \\?\\? [0-9_]+", '--', '*.test.ts'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .trim()
  .split('\n')
  .map((line) => {
    const [, file = '', variable = '', size = ''] =
      /^(.+?):env\['(\w+)'\] \?\? ([\d_]+)$/.exec(line) ?? [];
    return { file, variable, size: Number(size.replaceAll('_', '')) };
  });

test.each(READ)('$variable of $file is a depth of the soak', ({ file, variable, size }) => {
  const parts = PARTS.filter(({ tests }) => tests.some((path) => file.startsWith(path)));
  const depths = parts.flatMap(({ depths: all }) => all);
  expect(depths.filter((depth) => depth.variable === variable).map((d) => d.ordinary)).toEqual([
    size,
  ]);
});

test.each(PARTS)('the tests of $name are there and read its depths', ({ tests, depths }) => {
  for (const path of tests) expect(existsSync(join(ROOT, path)), path).toBe(true);
  const files = READ.filter(({ file }) => tests.some((path) => file.startsWith(path)));
  for (const { variable } of depths.filter((depth) => depth.variable !== 'HALCYON_EVERY_LOOK')) {
    expect(files.map((one) => one.variable)).toContain(variable);
  }
  expect(new Set(PARTS.map(({ name }) => name)).size).toBe(PARTS.length);
});

test('what one of the runs of a part has met is not missed', () => {
  const missed = new Missed();
  const run = (plain: string, margin: string): void =>
    missed.hear(`\u001b[39mmissed by plain: ${plain}\nand\nmissed by margin: ${margin}\n`);
  run('["event 1","event 2"]', '["refusal 3"]');
  run('["event 2","event 3"]', '["refusal 3"]');
  expect(missed.lines()).toEqual([
    'no run of plain has met event 2',
    'no run of margin has met refusal 3',
  ]);
  run('[]', '["refusal 3"]');
  // A run that ended in a fault says nothing.
  missed.hear('Error: seed 4');
  expect(missed.lines()).toEqual(['no run of margin has met refusal 3']);
});

test('the script of the package runs it', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['soak']).toBe('node tools/soak.ts');
});

test('the soak tells how it is called, also whoever calls it wrongly', () => {
  const soak = (...args: string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'tools/soak.ts'), ...args], { encoding: 'utf8' });
  for (const option of ['--help', '-h']) {
    const { status, stdout, stderr } = soak(option);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('npm run soak -- list');
  }
  const wrong = soak('--sedes', '5');
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toMatch(/^Unknown option '--sedes'/);
  expect(wrong.stderr).toContain('npm run soak -- list');
  expect(wrong.stderr).not.toMatch(/^ +at /m);
});
