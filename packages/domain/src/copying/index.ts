export * from './allocation.ts';
