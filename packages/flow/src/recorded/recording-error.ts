/** What a recording lacks or has wrong, with the line where it was found (1 = the first). */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
  }
}
