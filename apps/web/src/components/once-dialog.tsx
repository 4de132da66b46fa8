/** A dialog for what is shown once: a button in it closes it, and neither Escape nor a press outside. */

import { type ReactNode, useEffect, useId } from 'react';
import { Modal } from './modal.tsx';

function stay(): void {}

/** A browser closes at the second Escape, whatever was said to the first. */
function keep(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault();
}

/** See the head of the file. */
export function OnceDialog(props: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  useEffect(() => {
    window.addEventListener('keydown', keep, true);
    return () => window.removeEventListener('keydown', keep, true);
  }, []);
  return (
    <Modal className="" labelledBy={id} onClose={stay}>
      <div className="dialog-head">
        <h2 id={id}>{props.title}</h2>
      </div>
      <div className="dialog-body">{props.children}</div>
    </Modal>
  );
}
