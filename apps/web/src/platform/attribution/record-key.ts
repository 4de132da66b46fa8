/** localStorage key of the captured record (JSON). */
export const RECORD_KEY = 'referral-attribution';
