/** `--where column=value,…`: which rows of a recorded table to take. */
import { CommandLineError } from './usage.ts';

/** The filter as columns and the values that they must hold; '' = all rows. */
export function whereOf(text: string): Record<string, string> {
  if (text === '') return {};
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [column = '', value, ...more] = part.split('=');
      if (value === undefined || more.length > 0) {
        throw new CommandLineError(`--where: "${part}" is not column=value`);
      }
      return [column.trim(), value.trim()];
    }),
  );
}
