/** Every generic form message, made by the checks themselves. */

import { checkField, type Rule } from '../../platform/forms/rules.ts';
import { issueText } from '../../platform/locale/field-issue.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { Group, Sample } from './sample.tsx';

const FAULTS: readonly (readonly [value: unknown, rule: Rule])[] = [
  ['', { required: true }],
  ['x', { values: ['buy', 'sell'] }],
  ['  ', { whitespace: true }],
  ['1 May', { kind: 'date' }],
  [5, { kind: 'date' }],
  ['2026-02-30', { kind: 'date' }],
  ['abc', { len: 6 }],
  ['abc', { min: 6 }],
  ['abcdefg', { max: 6 }],
  ['abc', { min: 6, max: 8 }],
  ['x', { kind: 'number' }],
  [3, { kind: 'number', len: 6 }],
  [3, { kind: 'number', min: 6 }],
  [7, { kind: 'number', max: 6 }],
  [3, { kind: 'number', min: 6, max: 8 }],
  [['a'], { kind: 'array', len: 2 }],
  [['a'], { kind: 'array', min: 2 }],
  [['a', 'b'], { kind: 'array', max: 1 }],
  [['a'], { kind: 'array', min: 2, max: 3 }],
  ['a b', { pattern: /^\w+$/ }],
];

/** The samples. */
export function FormMessageSamples() {
  const t = useT();
  return (
    <Group title="Form messages">
      <Sample name="With the label filled in" wide>
        <ul>
          {FAULTS.map(([value, rule]) => {
            const issue = checkField(value, rule);
            if (issue === null) throw new Error(`${String(value)} has no fault`);
            return (
              <li key={JSON.stringify([value, rule, rule.pattern?.source])} className="field-error">
                {issueText(t, issue, t('auth.email'))}
              </li>
            );
          })}
        </ul>
      </Sample>
    </Group>
  );
}
