/** Modal dialogs on the native element: focus is kept inside and Escape closes. */

import type { ReactNode } from 'react';
import { useId } from 'react';
import { useT } from '../platform/locale/intl.tsx';
import { Button, type ButtonLook } from './button.tsx';
import { Icon } from './icon.tsx';
import { Modal } from './modal.tsx';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Slides up from the bottom edge (phones). */
  readonly sheet?: boolean;
  /** Has a table. */
  readonly wide?: boolean;
}

/** An open dialog; mount it to open, unmount it to close. */
export function Dialog({ title, onClose, children, sheet = false, wide = false }: Props) {
  const t = useT();
  const id = useId();
  const className = [sheet && 'dialog-sheet', wide && 'dialog-wide'].filter(Boolean).join(' ');
  return (
    <Modal className={className} labelledBy={id} onClose={onClose}>
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button look="ghost" icon aria-label={t('action.close')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <div className="dialog-body">{children}</div>
    </Modal>
  );
}

/** A question with two answers; the dangerous one is named. `children` say what `text` does not. */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
  readonly confirm: string;
  readonly busy?: boolean;
  readonly danger?: boolean;
  /** Look of the confirming button where nothing is in danger. */
  readonly look?: ButtonLook;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const t = useT();
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      {props.text !== undefined && <p className="muted">{props.text}</p>}
      {props.children !== undefined && <div className="dialog-more">{props.children}</div>}
      <div className="dialog-actions">
        <Button onClick={props.onClose}>{t('action.cancel')}</Button>
        <Button
          look={props.danger === true ? 'danger' : (props.look ?? 'primary')}
          busy={props.busy ?? false}
          onClick={props.onConfirm}
        >
          {props.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
