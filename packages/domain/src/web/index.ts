export * from './attribution.ts';
export * from './client-types.ts';
export * from './currencies.ts';
export * from './images.ts';
export * from './locales.ts';
export * from './pages.ts';
export * from './paper.ts';
export * from './simulation.ts';
