/** Refusals of copy trading name the field of the request that they are about, and its limit. */
import { CommandKind, Reject } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { rejectError } from './rejects.ts';

describe('refusals name the field that they are about', () => {
  const NO_NUMBERS = { limit: 0, value: 0, seq: 1, time: 0, id: 0, otherId: 0 };
  const followTrader = { kind: CommandKind.followTrader };
  const stopCopying = { kind: CommandKind.stopCopying };
  const said = (code: number, command: object, numbers: { limit?: number; value?: number } = {}) =>
    rejectError({ ...NO_NUMBERS, code, ...numbers }, {}, command as never);

  it.each([
    [Reject.copyOwnPortfolio, followTrader, 'trader'],
    [Reject.copyCircle, followTrader, 'trader'],
    [Reject.copyClosing, followTrader, 'trader'],
    [Reject.copyClosing, { kind: CommandKind.placeCopyOrder }, ''],
    [Reject.copyTakeOverMode, stopCopying, 'exit'],
    [Reject.copyExitRange, stopCopying, 'exit'],
    [Reject.copyShareUnpaid, stopCopying, 'exit'],
    [Reject.copyTimeInForce, { kind: CommandKind.placeCopyOrder }, 'force'],
    [Reject.copyTimeInForce, { kind: CommandKind.placeCopyPlan }, 'force'],
    [Reject.copyTooLittle, followTrader, 'amount'],
    [Reject.copyTooMuch, { kind: CommandKind.moveCopyMoney }, 'amount'],
  ])('refusal %i of %o: %s', (code, command, field) => {
    const { field: named = '', message } = said(code, command, { limit: 3, value: 4 });
    expect(named).toBe(field);
    if (field !== '') expect(message).toContain(field);
  });

  it('tells the limit where there is one', () => {
    expect(said(Reject.copyExitRange, stopCopying, { limit: 1, value: 2 }).message).toMatch(/2.*1/);
    const forced = said(Reject.copyTimeInForce, followTrader, { limit: 3, value: 4 });
    expect(forced.message).toMatch(/4.*3/);
  });
});
