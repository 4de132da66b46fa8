import { expect, it } from 'vitest';
import { choiceOf, loanTypeOf } from './loan-choice.ts';

it('is one of the four names of the wire', () => {
  const names = ['normal', 'autoLoan', 'autoRepay', 'autoLoanAndRepay'] as const;
  expect(names.map((name) => loanTypeOf(choiceOf(name)))).toEqual(names);
  expect([choiceOf(null), choiceOf('all')].map(loanTypeOf)).toEqual(['normal', 'normal']);
});
