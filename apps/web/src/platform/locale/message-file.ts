/** What a file of messages holds. */

import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Messages as the build leaves them: plain text, or the parsed form of an ICU message. */
export type Messages = Record<string, string> | Record<string, MessageFormatElement[]>;
