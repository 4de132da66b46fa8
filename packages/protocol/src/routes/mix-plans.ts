/** Routes: trigger orders, take profit and stop loss of contracts. */
export {};
