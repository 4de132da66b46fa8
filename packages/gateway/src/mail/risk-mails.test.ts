import { AccountKind, accountOf, NO_PAIR, NoticeKind, wireUserId } from '@halcyon/domain';
import type { NoticeRecord, RiskMail } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { expect, test, vi } from 'vitest';
import { detailText } from './mail-text.ts';
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

test('what copying did is mailed to the root, one mail of a kind, each portfolio by its number', async () => {
  const [root, portfolio, trader] = [20, 1_021, 1_022];
  const row = (kind: NoticeKind, more: Partial<NoticeRecord>): NoticeRecord => ({
    ...{ user: root, id: 1, kind, account: accountOf(root, AccountKind.spot), asset: -1, side: -1 },
    ...{ instrument: NO_PAIR, quantity: 0n, amount: 0n, price: 0, reference: portfolio, other: 0 },
    ...{ status: 0, time: 1, seq: 7, ...more },
  });
  const futures = accountOf(portfolio, AccountKind.usdtFutures);
  const found = [
    row(NoticeKind.copyJoined, { asset: 0, amount: 5_000n }),
    row(NoticeKind.copyFollowed, { asset: 0, reference: trader }),
    row(NoticeKind.copyLeftOut, {}),
    row(NoticeKind.copyExit, { instrument: 3, price: 94 }),
    row(NoticeKind.copyEnded, {}),
    row(NoticeKind.copySharePaid, { asset: 0, amount: 25n }),
    row(NoticeKind.marginCall, { account: futures, reference: 0, quantity: 1n, amount: 2n }),
  ];
  const written: RiskMail[] = [];
  const views = {
    rootOf: () => root,
    asset: () => ({ code: 'USDT', scale: 1 }),
    instrument: () => ({ symbol: 'BTCUSDT', priceScale: 1 }),
  } as never as Views;
  const identity = {
    riskMailed: async () => 0,
    mailRisks: async ({ mails }: { mails: readonly RiskMail[] }) => written.push(...mails) > 0,
  } as never;
  const mailedNotices = async ({ seq }: { seq: number }) => (seq < 7 ? found : []);
  const faults: string[] = [];
  const onProblem = (fault: string) => void faults.push(fault);
  const mails = new RiskMails({ history: { mailedNotices }, identity, views, onProblem }, 1);
  await vi.waitFor(() => expect(written.length + faults.length).toBeGreaterThan(0), {
    timeout: 60_000,
  });
  await mails.close();
  expect(faults).toEqual([]);
  const [own, traders] = [wireUserId(portfolio), wireUserId(trader)];
  expect(written.map(({ uid, kind, detail }) => [uid, kind, detailText(detail, 'en')])).toEqual([
    [root, 'copyJoined', `${own} · 500 USDT\n${traders}`],
    [root, 'copyLeftOut', own],
    [root, 'copyStopped', `${own} · BTCUSDT @ 9.4\n${own}`],
    [root, 'copyShares', `${own} · 2.5 USDT`],
    [root, 'marginCall', `${own} · Futures account · 50%`],
  ]);
});
