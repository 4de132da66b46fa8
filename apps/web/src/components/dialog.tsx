/** Modal dialogs on the native element: focus is kept inside and Escape closes. */

import type { MouseEvent, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { useT } from '../platform/locale/intl.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Slides up from the bottom edge (phones). */
  readonly sheet?: boolean;
}

/** An open dialog; mount it to open, unmount it to close. */
export function Dialog({ title, onClose, children, sheet = false }: Props) {
  const t = useT();
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === element.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes (native cancel event)
    <dialog
      ref={element}
      className={`dialog ${sheet ? 'dialog-sheet' : ''}`}
      aria-labelledby={id}
      onClick={onBackdrop}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button look="ghost" icon aria-label={t('action.close')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}

/** A question with two answers; the dangerous one is named. */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly busy?: boolean;
  readonly danger?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const t = useT();
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <p className="muted">{props.text}</p>
      <div className="dialog-actions">
        <Button onClick={props.onClose}>{t('action.back')}</Button>
        <Button
          look={props.danger === true ? 'danger' : 'primary'}
          busy={props.busy ?? false}
          onClick={props.onConfirm}
        >
          {props.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
