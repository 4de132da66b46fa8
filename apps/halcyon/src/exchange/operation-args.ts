/** Arguments as the command line or the control socket brought them. */
export type OperationArgs = Readonly<Record<string, unknown>>;
