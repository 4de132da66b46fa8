/** What is wrong with a field, as a message; apart from the checks, which few pages need. */

import type { MessageId, MessageValues, Translate } from './intl.tsx';

/** A message about a field; the field's label is filled in when it is shown. */
export interface FieldIssue {
  readonly id: MessageId;
  readonly values?: MessageValues;
}

/** The text of an issue of the field with this label. */
export function issueText(t: Translate, issue: FieldIssue, label: string): string {
  return t(issue.id, { label, ...issue.values });
}
