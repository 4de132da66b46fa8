/** Routes: prices, funding, terms of contracts. */
export {};
