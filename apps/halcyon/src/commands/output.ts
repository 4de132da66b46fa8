/**
 * Writes a line of a command's standard output. Its reader may go before the command ends (`halcyon
 * replay | head`): then the command ends too, without a word.
 */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
  // Seen here because a long command never comes to the event that tells it.
  const { errored } = process.stdout;
  if (errored !== null) end(errored);
}

// The last lines may still be on their way when the command has nothing more to write.
process.stdout.on('error', end);

function end(error: Error): void {
  if ('code' in error && error.code === 'EPIPE') process.exit(0);
  throw error;
}
