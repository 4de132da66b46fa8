export * from './liability-proof.ts';
export * from './liability-tree.ts';
export * from './reserves-proof.ts';
export * from './reserves-root.ts';
export * from './stated-assets.ts';
