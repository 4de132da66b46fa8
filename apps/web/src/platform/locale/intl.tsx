/** Messages in the language on screen; ids are checked by the compiler. */

import { IntlMessageFormat } from 'intl-messageformat';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { MessageId, Messages } from './catalogue.ts';
import { useLocale } from './locale.ts';

export type { MessageId } from './catalogue.ts';

/** Values for a message's placeholders. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Formats a message. */
export type Translate = (id: MessageId, values?: MessageValues) => string;

/**
 * The translate function of a language. Messages are prepared when they are first asked for.
 * @param tag for plural, number and date forms
 */
export function translator(tag: string, messages: Messages): Translate {
  const prepared = new Map<MessageId, IntlMessageFormat>();
  return (id, values) => {
    const message = messages[id];
    if (typeof message === 'string') return message;
    if (message === undefined) {
      console.error(`no message ${id} in ${tag}`);
      return id;
    }
    const format = prepared.get(id) ?? new IntlMessageFormat(message, tag);
    prepared.set(id, format);
    return String(format.format(values as Record<string, string | number> | undefined));
  };
}

const TranslateContext = createContext<Translate>((id) => id);

/** Provides the messages to the tree. */
export function LocaleProvider({ children }: { readonly children: ReactNode }) {
  const { tag, messages } = useLocale();
  const translate = useMemo(() => translator(tag, messages), [tag, messages]);
  return <TranslateContext value={translate}>{children}</TranslateContext>;
}

/** The translate function of the current locale. */
export function useT(): Translate {
  return useContext(TranslateContext);
}
