/** Tools for tests: a disk that fails, a PostgreSQL of one's own. Never imported by production code. */
export * from './postgres/index.ts';
export * from './storage/index.ts';
