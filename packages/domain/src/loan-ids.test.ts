/** Ids of loans on the wire. */
import { describe, expect, test } from 'vitest';
import { wireId } from './ids.ts';
import { LoanCause } from './loan-events.ts';
import { ORDER_CAUSES, parseWireLoanId, wireLoanId } from './loan-ids.ts';

const CAUSES = Object.values(LoanCause);

describe('the id of a loan', () => {
  test.each([0, 1, 7_654, Number.MAX_SAFE_INTEGER])(
    '%d leads back to what made it',
    (reference) => {
      for (const cause of CAUSES) {
        const id = wireLoanId(cause, reference);
        expect(id).toMatch(/^\d{19}$/);
        const parsed = parseWireLoanId(id);
        expect(parsed?.reference).toBe(reference);
        expect(parsed?.causes).toContain(cause);
      }
      const ids = new Set(CAUSES.map((cause) => wireLoanId(cause, reference)));
      expect(ids.size, 'by hand, by orders, by liquidations').toBe(3);
    },
  );

  test('is that of the order that borrowed or paid back', () => {
    for (const cause of ORDER_CAUSES) expect(wireLoanId(cause, 5)).toBe(wireId(5));
  });

  test.each(['', '0', '5', 'x', '-1', '1500000000000000000', '12000000000000000000', '1.2e18'])(
    'is not "%s"',
    (text) => expect(parseWireLoanId(text)).toBe(null),
  );
});
