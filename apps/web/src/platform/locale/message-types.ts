/** What messages are called and are like. */

import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type source from './messages/en_US.json';

/** Every message id. */
export type MessageId = keyof typeof source;

/** Messages as the build leaves them: plain text, or the parsed form of an ICU message. */
export type Messages = Record<string, string> | Record<string, MessageFormatElement[]>;
