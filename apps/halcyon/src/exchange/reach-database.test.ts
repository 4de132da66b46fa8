import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { needDatabase } from './reach-database.ts';

test('a command says at once which setting names a server that does not answer', async () => {
  // A port that was free a moment ago.
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  await expect(needDatabase(`postgres://ann@127.0.0.1:${port}/halcyon`)).rejects.toThrow(
    /^HALCYON_DATABASE_URL: PostgreSQL does not answer \(connect ECONNREFUSED .*\)$/,
  );
});

test('a folder whose databases are files needs no server', async () => {
  await expect(needDatabase(null)).resolves.toBeUndefined();
});
