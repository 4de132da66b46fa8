export type { TestPostgres } from './test-postgres.ts';
export { startPostgres } from './test-postgres.ts';
