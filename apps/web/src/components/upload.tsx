/** A place for one small file: choose it or drop it; says why one was not taken. */

import { type DragEvent, useId, useRef, useState } from 'react';
import { useT } from '../platform/locale/intl.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Props {
  readonly label: string;
  /** File name endings that are taken, with their dot. */
  readonly endings: readonly string[];
  readonly bytesMax: number;
  /** Takes the file; a rejection is shown as a failed upload. */
  readonly onFile: (file: File) => Promise<void>;
  readonly onRemove?: () => void;
}

/** How an upload stands. */
export type UploadPhase =
  | { readonly name: 'empty' }
  | { readonly name: 'busy' | 'done'; readonly file: string }
  | { readonly name: 'failed'; readonly message: string };

/** A number of bytes as people say it. */
function bytesText(bytes: number): string {
  return bytes < 1_024 ? `${bytes} B` : `${Math.floor(bytes / 1_024)} KB`;
}

function useUpload(props: Props) {
  const t = useT();
  const [phase, setPhase] = useState<UploadPhase>({ name: 'empty' });
  const fail = (message: string) => setPhase({ name: 'failed', message });
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const name = file.name.toLowerCase();
    if (!props.endings.some((ending) => name.endsWith(ending))) return fail(t('upload.type'));
    if (file.size > props.bytesMax) {
      return fail(t('upload.tooLarge', { max: bytesText(props.bytesMax) }));
    }
    setPhase({ name: 'busy', file: file.name });
    try {
      await props.onFile(file);
      setPhase({ name: 'done', file: file.name });
    } catch {
      fail(t('upload.failed'));
    }
  };
  const remove = () => {
    setPhase({ name: 'empty' });
    props.onRemove?.();
  };
  return { phase, take, remove };
}

/** How the place looks in a phase. */
export function UploadView(props: {
  readonly label: string;
  readonly phase: UploadPhase;
  readonly onChoose: () => void;
  readonly onRemove: () => void;
}) {
  const t = useT();
  const id = useId();
  const { phase } = props;
  return (
    <>
      <Button
        busy={phase.name === 'busy'}
        onClick={props.onChoose}
        aria-describedby={phase.name === 'failed' ? id : undefined}
      >
        <Icon name="upload" />
        {t('upload.choose')}
        <span className="visually-hidden">{props.label}</span>
      </Button>
      {phase.name === 'done' || phase.name === 'busy' ? (
        <span className="upload-file">{phase.file}</span>
      ) : (
        <span>{t('upload.drop')}</span>
      )}
      {phase.name === 'done' && (
        <Button
          look="ghost"
          icon
          aria-label={t('upload.remove', { name: phase.file })}
          onClick={props.onRemove}
        >
          <Icon name="close" />
        </Button>
      )}
      {phase.name === 'failed' && (
        <p id={id} className="field-error" role="alert">
          {phase.message}
        </p>
      )}
    </>
  );
}

/** The place. */
export function Upload(props: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { phase, take, remove } = useUpload(props);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has the button beside it
    <div
      className={`upload ${over ? 'over' : ''} ${phase.name === 'failed' ? 'failed' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={props.endings.join(',')}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <UploadView
        label={props.label}
        phase={phase}
        onChoose={() => input.current?.click()}
        onRemove={remove}
      />
    </div>
  );
}
