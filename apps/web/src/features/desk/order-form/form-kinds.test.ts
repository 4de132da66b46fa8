import { expect, it } from 'vitest';
import { moduleOfValues } from '../../../../build/evaluated-modules.ts';
import * as WORDS from '../../../data/order-kinds.ts';
import { EXIT_WORDS } from '../../../data/rest/exit-words.ts';
import { CONTRACT_PLANS } from '../../futures/form/plan-words.ts';
import { BOOK_KINDS, CONTRACT_PLAN_KINDS } from '../../records/listed-kinds.ts';
import * as FORM_WORDS from './form-kinds.ts';

/** A kind that comes later needs no line here. */
const has = (...words: string[]) => expect.arrayContaining(words);

it('the words of the page are these, and the build puts each in place of its module as it is', async () => {
  expect(BOOK_KINDS).toEqual(['limit', 'market']);
  expect(CONTRACT_PLAN_KINDS).toEqual(has('trigger', 'takeProfit', 'stopLoss', 'trailing'));
  expect(CONTRACT_PLAN_KINDS).not.toContain('oco');
  expect(EXIT_WORDS).toEqual(
    has('profit_plan', 'loss_plan', 'moving_plan', 'pos_profit', 'pos_loss'),
  );
  expect(EXIT_WORDS).not.toContain('track_plan');
  expect(CONTRACT_PLANS).toMatchObject({ trigger: 'normal_plan', trailing: 'track_plan' });
  expect(WORDS).toMatchObject({
    TRAILING_WORDS: has('track_plan', 'moving_plan'),
    ORDER_KIND_LABELS: { limit: 'order.kind.limit', takeProfit: 'order.takeProfit' },
    PLAN_WORD_KINDS: {
      ...{ amount: 'trigger', total: 'trigger', normal_plan: 'trigger', oco_stop: 'oco' },
      ...{ profit_plan: 'takeProfit', pos_profit: 'takeProfit' },
      ...{ loss_plan: 'stopLoss', pos_loss: 'stopLoss' },
      ...{ track_plan: 'trailing', moving_plan: 'trailing' },
    },
  });
  expect(FORM_WORDS).toMatchObject({
    FORM_KINDS: {
      spot: has('limit', 'market', 'trigger', 'oco', 'trailing'),
      margin: ['limit', 'market'],
      futures: has('limit', 'market', 'trigger', 'trailing'),
    },
    SPOT_PLANS: { trigger: 'amount', trailing: 'track_plan' },
  });
  for (const words of [WORDS, FORM_WORDS]) {
    const code = moduleOfValues({ ...words });
    const built = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    expect({ ...built }).toEqual({ ...words });
  }
});

it('what JSON would change is refused', () => {
  for (const value of [() => 1, new Map(), undefined, { inner: new Set() }, 1n]) {
    expect(() => moduleOfValues({ KINDS: value })).toThrow('KINDS');
  }
});
