import type { PartState } from '@halcyon/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../web/testing/gateway.ts';

let server: TestGateway;

beforeAll(async () => {
  server = await startTestGateway();
});

afterAll(() => server?.close());

it('a part that is not there yet is not ok, and told apart from a fault', async () => {
  let state: PartState = 'starting';
  server.healthRegistry.join('paper_source', () => ({ state, detail: '' }));
  const gauges = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return ['ok', 'starting'].map((name) => {
      const line = new RegExp(`^halcyon_part_${name}\\{part="paper_source"\\} (\\d)$`, 'm');
      return Number(line.exec(text)?.[1]);
    });
  };
  expect(await gauges()).toEqual([0, 1]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  state = 'degraded';
  expect(await gauges()).toEqual([0, 0]);
  state = 'ok';
  expect(await gauges()).toEqual([1, 0]);
});
