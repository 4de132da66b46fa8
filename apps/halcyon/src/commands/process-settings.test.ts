import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { V8_FLAGS, withLargePages } from './process-settings.ts';

const MODULE = join(import.meta.dirname, 'process-settings.ts');
const PROGRAM = `
  const { useProcessSettings } = await import(${JSON.stringify(MODULE)});
  useProcessSettings();
  const times = ${JSON.stringify(V8_FLAGS)}.map((flag) => process.execArgv.filter((given) => given === flag).length);
  console.log(JSON.stringify([process.pid, process.env.GLIBC_TUNABLES ?? null, times]));
`;

/** What the program prints, and the process id that it was started under. */
function run(tunables: string | undefined): {
  pid: number;
  printed: [number, string | null, number[]];
} {
  const env = { ...process.env, GLIBC_TUNABLES: tunables };
  const args = ['--input-type=module', '-e', PROGRAM];
  const { pid, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { pid, printed: JSON.parse(stdout) as [number, string | null, number[]] };
}

describe('how a process begins', () => {
  test('large pages are asked for, but not over what the operator set', () => {
    expect(withLargePages({})['GLIBC_TUNABLES']).toContain('hugetlb=1');
    expect(withLargePages({ GLIBC_TUNABLES: 'glibc.malloc.check=0' })['GLIBC_TUNABLES']).toBe(
      'glibc.malloc.check=0',
    );
  });

  test('a process without the settings begins again as the same process, once', () => {
    const set = run('glibc.malloc.check=0');
    const times = V8_FLAGS.map(() => (process.platform === 'linux' ? 1 : 0));
    expect(set.printed).toEqual([set.pid, 'glibc.malloc.check=0', times]);
    const bare = run(undefined);
    const asked = process.platform === 'linux' ? withLargePages({})['GLIBC_TUNABLES'] : null;
    expect(bare.printed).toEqual([bare.pid, asked, times]);
  });
});
