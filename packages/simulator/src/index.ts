export * from './bands/bands-data.ts';
export * from './bands/book.ts';
export * from './bands/report.ts';
export * from './bands/returns.ts';
export * from './bands/trades.ts';
export * from './instruments.ts';
export * from './random.ts';
