/** Tools for tests: a disk that fails, a PostgreSQL of one's own, terms of loans. Never imported by production code. */
export { lendingCommands } from './core/lending.ts';
export { addOperators } from './core/operators.ts';
export * from './postgres/index.ts';
export * from './storage/index.ts';
