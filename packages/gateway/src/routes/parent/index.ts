/** Parent orders: placing, changing, pausing, ending, lists. */
import type { Route } from '../../http/context.ts';
import { currentParentOrder, historyParentOrder } from './parent-lists.ts';
import { cancelParentOrder, pauseParentOrder, resumeParentOrder } from './parent-state.ts';
import { modifyParentOrder, placeParentOrder } from './parent-terms.ts';

export const PARENT_ROUTES: readonly Route[] = [
  placeParentOrder,
  modifyParentOrder,
  pauseParentOrder,
  resumeParentOrder,
  cancelParentOrder,
  currentParentOrder,
  historyParentOrder,
];
