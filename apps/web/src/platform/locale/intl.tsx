/** Messages in the language on screen; ids are checked by the compiler. */

import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import type { MessageId } from './catalogue.ts';
import { useLocale } from './locale.ts';

export type { MessageId } from './catalogue.ts';

/** Values for a message's placeholders. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Formats a message. */
export type Translate = (id: MessageId, values?: MessageValues) => string;

/** Provides the messages to the tree. */
export function LocaleProvider({ children }: { readonly children: ReactNode }) {
  const { tag, messages } = useLocale();
  return (
    <IntlProvider locale={tag} defaultLocale="en" messages={messages}>
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
