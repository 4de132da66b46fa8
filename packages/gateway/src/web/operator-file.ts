/** A JSON file in the data folder that the operator may write: read again whenever it changed. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const FILE_BYTES_MAX = 1_000_000;

/** What a file means. */
export interface OperatorFileRules<T> {
  readonly name: string;
  /** What holds without the file. */
  readonly absent: T;
  /** What holds while it cannot be used. */
  readonly unusable: T;
  /** The consequence of `unusable`, for the log. */
  readonly consequence: string;
  /** The checked content. @throws Error that names the field at fault */
  readonly check: (value: unknown) => T;
}

/** See the head of the file. */
export class OperatorFile<T> {
  readonly #rules: OperatorFileRules<T>;
  readonly #path: string;
  readonly #onProblem: (message: string) => void;
  /** The state of the file that was read; '' = there is none. */
  #version = '';
  #content: Promise<T>;

  constructor(
    rules: OperatorFileRules<T>,
    dataFolder: string,
    onProblem: (message: string) => void,
  ) {
    this.#rules = rules;
    this.#path = join(dataFolder, rules.name);
    this.#onProblem = onProblem;
    this.#content = Promise.resolve(rules.absent);
  }

  /** What holds now. */
  async current(): Promise<T> {
    const found = await stat(this.#path).catch(() => null);
    const version = found === null ? '' : `${found.mtimeMs} ${found.size}`;
    if (version !== this.#version) {
      this.#version = version;
      this.#content = found === null ? Promise.resolve(this.#rules.absent) : this.#read(found.size);
    }
    return this.#content;
  }

  async #read(size: number): Promise<T> {
    const { name, check, consequence, unusable } = this.#rules;
    try {
      if (size > FILE_BYTES_MAX) throw new Error(`it has more than ${FILE_BYTES_MAX} bytes`);
      return check(JSON.parse(await readFile(this.#path, 'utf8')));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      this.#onProblem(`${name} cannot be used, ${consequence}: ${reason}`);
      return unusable;
    }
  }
}
