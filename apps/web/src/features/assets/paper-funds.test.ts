import { describe, expect, it } from 'vitest';
import { fundsIssue } from './funds-issue.ts';

describe('an amount of paper funds', () => {
  it.each([
    ['', '10', 'form.required'],
    ['?abc', '10', 'check.number'],
    ['0', '10', 'check.positive'],
    ['?-1', '10', 'check.number'],
    ['10.00000001', '10', 'paper.most'],
    ['10', '10', null],
    ['0.00000001', '10', null],
    ['1', '0', 'paper.most'],
  ])('%s of at most %s: %s', (typed, most, issue) => {
    expect(fundsIssue(typed, most)?.id ?? null).toBe(issue);
  });
});
