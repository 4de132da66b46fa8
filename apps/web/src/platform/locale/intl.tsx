/** Messages: one catalogue now, more locales later; ids are checked by the compiler. */

import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import english from './messages/en_US.json' with { type: 'json' };

/** Every message id of the catalogue. */
export type MessageId = keyof typeof english;

/** Values for a message's placeholders. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Formats a message. */
export type Translate = (id: MessageId, values?: MessageValues) => string;

/** Provides the messages to the tree. */
export function LocaleProvider({ children }: { readonly children: ReactNode }) {
  return (
    <IntlProvider locale="en" defaultLocale="en" messages={english}>
      {children}
    </IntlProvider>
  );
}

/** The translate function of the current locale. */
export function useT(): Translate {
  const intl = useIntl();
  return useMemo(
    () => (id, values) =>
      values === undefined ? intl.formatMessage({ id }) : intl.formatMessage({ id }, values),
    [intl],
  );
}
