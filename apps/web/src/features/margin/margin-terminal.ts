/** The parts of the terminal for margin accounts. */

export { MarginBox } from './account/margin-box.tsx';
export { MarginDesk } from './form/margin-desk.tsx';
export { MarginForm } from './form/margin-form.tsx';
export { MarginLines } from './lines/margin-lines.tsx';
export { MarginLists } from './lists/margin-lists.tsx';
