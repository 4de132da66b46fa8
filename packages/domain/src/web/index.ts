export * from './locales.ts';
export * from './pages.ts';
export * from './simulation.ts';
