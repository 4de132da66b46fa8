export * from './instruments.ts';
export * from './random.ts';
