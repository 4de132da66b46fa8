/** What few pages, refusals, copy trading, the chart's own parts and algo orders say, by language. */

import type { Messages } from './message-types.ts';

/** Each by its part; see build/compiled-messages.ts. */
export const lateFiles = {
  more: import.meta.glob<Messages>('./messages/*.json', {
    import: 'default',
    query: '?more',
  }),
  refusals: import.meta.glob<Messages>('./messages/*.json', {
    import: 'default',
    query: '?refusals',
  }),
  copying: import.meta.glob<Messages>('./messages/*.json', {
    import: 'default',
    query: '?copying',
  }),
  chart: import.meta.glob<Messages>('./messages/*.json', {
    import: 'default',
    query: '?chart',
  }),
  algo: import.meta.glob<Messages>('./messages/*.json', {
    import: 'default',
    query: '?algo',
  }),
} as const;
