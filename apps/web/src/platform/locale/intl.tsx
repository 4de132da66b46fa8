/** Messages in the language on screen; ids are checked by the compiler. */

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type MessageValues, messageWriter } from './format-message.ts';
import { useLocale } from './locale.ts';
import type { MessageId, Messages } from './message-types.ts';

export type { MessageValues } from './format-message.ts';
export type { MessageId } from './message-types.ts';

/** Formats a message. */
export type Translate = (id: MessageId, values?: MessageValues) => string;

/**
 * The translate function of a language.
 * @param tag for plural forms and the numbers in them
 */
export function translator(tag: string, messages: Messages): Translate {
  let write: ReturnType<typeof messageWriter> | null = null;
  return (id, values) => {
    const message = messages[id];
    if (typeof message === 'string') return message;
    if (message === undefined) {
      console.error(`no message ${id} in ${tag}`);
      return id;
    }
    // A first form of numbers takes a slow phone 50 ms: not before a message has one.
    write ??= messageWriter(tag);
    return write(message, values);
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
