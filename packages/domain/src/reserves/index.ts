export * from './liability-proof.ts';
export * from './liability-tree.ts';
