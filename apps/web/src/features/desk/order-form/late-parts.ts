/** The parts of late.ts, in one file. */
export { CrossingNote } from '../../terminal/crossing-note.tsx';
export { OrderConfirm } from './order-confirm.tsx';
export { PlanFields } from './plan-fields.tsx';
