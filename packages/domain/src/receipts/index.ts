export * from './make-receipt.ts';
export * from './read-receipt.ts';
export * from './receipt.ts';
export * from './receipt-lines.ts';
export * from './receipt-proof.ts';
export * from './receipt-verdict.ts';
