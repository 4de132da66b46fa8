import type { Views } from '@halcyon/views';
import { expect, test, vi } from 'vitest';
import { RiskMails } from './risk-mails.ts';

test('what keeps mails waiting is told once, and again when it has changed or come back', async () => {
  const told: string[] = [];
  let fault = 'no table';
  const looks = vi.fn(async () => {
    if (fault !== '') throw new Error(fault);
    return [];
  });
  const identity = { riskMailed: async () => 0 } as never;
  const views = {} as Views;
  const onProblem = (message: string) => void told.push(message);
  const mails = new RiskMails({ history: { mailedNotices: looks }, identity, views, onProblem }, 1);
  const lookAgain = async () => {
    const before = looks.mock.calls.length;
    // The second look from now began after what was set before.
    await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(before + 2), {
      timeout: 60_000,
    });
  };
  await lookAgain();
  fault = 'no disk';
  await lookAgain();
  fault = '';
  await lookAgain();
  fault = 'no disk';
  await lookAgain();
  await mails.close();
  const said = (why: string) => `mails about margin calls and liquidations wait: ${why}`;
  expect(told).toEqual([said('no table'), said('no disk'), said('no disk')]);
});
