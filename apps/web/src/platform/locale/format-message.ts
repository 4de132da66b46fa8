/** Writes a parsed ICU message: text, placeholders, selects and plurals, which is all that ours have. */

import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Values for a message's placeholders. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Kinds of parts, as the parser numbers them: its names would bring its code. */
const KIND = { text: 0, argument: 1, select: 5, plural: 6, number: 7 } as const;

/** Writes messages in one language. @param tag for plural forms and the numbers in them */
export function messageWriter(tag: string) {
  const rules = new Intl.PluralRules(tag);
  const numbers = new Intl.NumberFormat(tag);

  /** @param count what `#` stands for: the value of the plural around it */
  function write(
    parts: readonly MessageFormatElement[],
    values: MessageValues,
    count?: number,
  ): string {
    return parts.map((part) => writePart(part, values, count)).join('');
  }

  function writePart(part: MessageFormatElement, values: MessageValues, count?: number): string {
    switch (part.type) {
      case KIND.text:
        return part.value;
      case KIND.argument:
        return String(values[part.value] ?? '');
      case KIND.number:
        return numbers.format(count ?? 0);
      case KIND.select: {
        const chosen = part.options[String(values[part.value])] ?? part.options['other'];
        return write(chosen?.value ?? [], values);
      }
      case KIND.plural: {
        const value = Number(values[part.value]);
        const exact = part.options[`=${value}`];
        const chosen = exact ?? part.options[rules.select(value)] ?? part.options['other'];
        return write(chosen?.value ?? [], values, value);
      }
      default:
        throw new Error(`a message has a part of the kind ${part.type}`);
    }
  }

  return (parts: readonly MessageFormatElement[], values: MessageValues = {}) =>
    write(parts, values);
}
