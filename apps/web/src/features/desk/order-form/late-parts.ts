/** What the order form shows later than its fields: one file for all of it. */
export { CrossingNote } from '../../terminal/crossing-note.tsx';
export { OrderConfirm } from './order-confirm.tsx';
export { PlanFields } from './plan-fields.tsx';
