import { CONTRACT_PLAN_TYPES, CONTRACT_PLAN_WORDS, PLAN_KINDS, PlanType } from '@halcyon/domain';
import { expect, test } from 'vitest';
import { contractPlanWord, isPlanOf, planFilter, sourceFilter } from './contract-sources.ts';

const { trigger, takeProfit, stopLoss, trailing } = PlanType;
const { positionProfit, positionLoss, positionTrailing } = PlanType;

test('each word of a list means the plans that the wire has always given it', () => {
  const words = [...CONTRACT_PLAN_TYPES, 'profit_loss'] as const;
  expect(Object.fromEntries(words.map((word) => [word, planFilter(word)]))).toEqual({
    normal_plan: { planTypes: [trigger] },
    track_plan: { planTypes: [trailing] },
    moving_plan: { planTypes: [positionTrailing] },
    profit_loss: {
      planTypes: [takeProfit, stopLoss, positionProfit, positionLoss, positionTrailing],
    },
    profit_plan: { planTypes: [takeProfit, positionProfit], wholePosition: false },
    loss_plan: { planTypes: [stopLoss, positionLoss], wholePosition: false },
    pos_profit: { planTypes: [positionProfit], wholePosition: true },
    pos_loss: { planTypes: [positionLoss], wholePosition: true },
  });
});

test('a list narrowed to the word of a row has that row', () => {
  for (const planType of Object.values(PlanType)) {
    if (PLAN_KINDS[planType].contract === null) continue;
    const whole = 'whole' in PLAN_KINDS[planType];
    for (const quantity of whole ? [0, 5] : [5]) {
      const plan = { planType, quantity };
      expect([planType, isPlanOf(plan, contractPlanWord(plan))]).toEqual([planType, true]);
    }
  }
});

test('a source means the plans of its word and the type that it ends in', () => {
  expect(sourceFilter('pos_loss_market')).toEqual({
    type: 1,
    planTypes: [positionLoss],
    wholePosition: true,
  });
  expect(sourceFilter('profit_limit')).toEqual({
    type: 0,
    planTypes: [takeProfit, positionProfit],
    wholePosition: false,
  });
  expect(['normal', 'market', 'pos_market', '_market', 'x_limit'].map(sourceFilter)).toEqual(
    Array(5).fill(null),
  );
});

test('no two words are pushed alike, and a word places a plan that is shown by it', () => {
  const pushed = CONTRACT_PLAN_TYPES.map((word) => CONTRACT_PLAN_WORDS[word].push);
  expect(new Set(pushed).size).toBe(pushed.length);
  for (const word of CONTRACT_PLAN_TYPES) {
    const planType = CONTRACT_PLAN_WORDS[word].places;
    const shown = [0, 5].map((quantity) => contractPlanWord({ planType, quantity }));
    expect(shown).toContain(word);
  }
});
