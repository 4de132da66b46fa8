/** The parts of late.ts, in one file. */
export { CrossingNote } from '../../terminal/crossing-note.tsx';
export { FillPrices } from './fill-prices.tsx';
export { OrderConfirm } from './order-confirm.tsx';
export { PlanFields } from './plan-fields.tsx';
