export * from './bands/bands-data.ts';
export * from './bands/book.ts';
export * from './bands/funding.ts';
export * from './bands/report.ts';
export * from './bands/returns.ts';
export * from './bands/trades.ts';
export * from './basis.ts';
export * from './candle-series.ts';
export * from './contracts.ts';
export * from './history.ts';
export * from './instruments.ts';
export * from './loans.ts';
export * from './market-simulator.ts';
export * from './participants/borrowers.ts';
export * from './participants/copy-crowd.ts';
export {
  BORROWER_MARGIN,
  contractFunds,
  type ParticipantDeposit,
  participantFunds,
} from './participants/funds.ts';
export type { SimulatorRate } from './participants/parameters.ts';
export { leverageOf } from './participants/traders.ts';
export * from './port.ts';
export * from './price-path.ts';
export * from './random.ts';
export * from './recorded/book-feed.ts';
export * from './recorded/csv.ts';
export * from './recorded/load.ts';
export * from './recorded/recorded-path.ts';
export * from './reference-path.ts';
export * from './runner.ts';
