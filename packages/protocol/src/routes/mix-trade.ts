/** Routes: orders of contracts. */
export {};
