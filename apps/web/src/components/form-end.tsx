/** The end of a form: why it was refused, the way back, and the button that sends it. */

import { useT } from '../platform/locale/intl.tsx';
import { Button } from './button.tsx';

/** See the head of the file. `refusal` '' = nothing was refused. */
export function FormEnd(props: {
  readonly refusal: string;
  readonly busy: boolean;
  /** Absent: there is no way back, as on a page. */
  readonly onClose?: () => void;
  /** Of the button that sends it; absent: "Save". */
  readonly confirm?: string;
  readonly look?: 'primary' | 'danger';
  readonly disabled?: boolean;
}) {
  const t = useT();
  const { refusal, busy, onClose, confirm = t('action.save'), look = 'primary' } = props;
  return (
    <>
      {refusal !== '' && (
        <p className="order-refusal" role="alert">
          {refusal}
        </p>
      )}
      <div className="dialog-actions">
        {onClose !== undefined && <Button onClick={onClose}>{t('action.cancel')}</Button>}
        <Button type="submit" look={look} busy={busy} disabled={props.disabled}>
          {confirm}
        </Button>
      </div>
    </>
  );
}
