/** Routes: margin, leverage and modes of accounts; positions. */
export {};
