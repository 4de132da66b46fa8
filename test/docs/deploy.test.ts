/** The files of a deployment, none of which runs on a machine of ours: what they name is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

/** Shared libraries that Debian's smallest image has, by apt and the C library. */
const OF_DEBIAN = /^(?:libc|libm|libdl|libpthread|libstdc\+\+|libgcc_s|ld-linux[a-z0-9-]*)\.so/;

/** Libraries that the Node of the exchange is linked to: an ELF file has their names one behind the other. */
function librariesOf(file: string): string[] {
  const names = readFileSync(file)
    .subarray(0, 2 ** 22)
    .toString('latin1');
  return [...new Set(names.match(/(?<=\0)(?:lib|ld-)[a-z0-9_+-]+\.so\.[0-9.]+(?=\0)/g))];
}

test.runIf(process.platform === 'linux')(
  'both stages of the image install the libraries of Node that their base lacks',
  () => {
    const lacking = librariesOf(process.execPath).filter((name) => !OF_DEBIAN.test(name));
    const packages = lacking.map((name) => name.replace('.so.', ''));
    const stages = read('deploy/Containerfile')
      .split(/^FROM /m)
      .slice(1);
    expect(stages).toHaveLength(2);
    for (const name of packages) {
      for (const stage of stages)
        expect(stage).toMatch(new RegExp(`apt-get install .*\\b${name}\\b`));
      for (const guide of ['docs/deployment.md', 'README.md']) expect(read(guide)).toContain(name);
    }
  },
);

test('programs and files of the units and the image are in the project', () => {
  for (const name of ['Containerfile', 'halcyon.service', 'halcyon-backup.service']) {
    const paths = read(`deploy/${name}`).match(/(?<=\/opt\/halcyon\/)[a-z][\w./-]*/g) ?? [];
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(paths).toContain('node_modules/.bin/node');
  }
});

test('no container of compose.yaml has the network of one that is started again by itself', () => {
  const services = read('deploy/compose.yaml').split(/^ {2}(?=[a-z]+:$)/m);
  const owners = services.flatMap((text) => text.match(/(?<=network_mode: service:)[a-z]+/) ?? []);
  expect(new Set(owners)).toEqual(new Set(['network']));
  expect(services.find((text) => text.startsWith('network:'))).toContain('"sleep", "infinity"');
});

test('folders that the guide puts a file into are made first', () => {
  expect(read('docs/deployment.md')).toContain('install -D -m 0600 /dev/null /etc/halcyon/');
});
