/** A receipt's file, checked by anyone: its arithmetic, and its proof against the public list of seals. */

import { parseReceiptFile, ReceiptError, type ReceiptFile } from '@halcyon/domain';
import { useId, useState } from 'react';
import { Upload } from '../../components/upload.tsx';
import { useTitle } from '../../components/use-title.ts';
import { type Translate, useT } from '../../platform/locale/intl.tsx';
import { CheckedReceipt } from './checked-receipt.tsx';
import './verify-receipt.css';

/** A receipt of as many fills as there may be is a fraction of it. */
const BYTES_MAX = 1_024 * 1_024;
const ROWS = 12;

/** What was given: a file that can be one, or why it is none. */
type Given = { readonly file: ReceiptFile } | { readonly problem: string };

function readGiven(t: Translate, text: string): Given {
  if (text.length > BYTES_MAX) return { problem: t('upload.tooLarge', { max: '1024 KB' }) };
  try {
    return { file: parseReceiptFile(text) };
  } catch (error) {
    if (!(error instanceof ReceiptError)) throw error;
    const { field } = error;
    return { problem: field === '' ? t('receipt.notJson') : t('receipt.badField', { field }) };
  }
}

/** The page at `/verify-receipt`. */
export function VerifyReceiptPage() {
  const t = useT();
  useTitle(`${t('nav.verifyReceipt')} | Halcyon`);
  const [text, setText] = useState('');
  const id = useId();
  const given = text.trim() === '' ? null : readGiven(t, text);
  return (
    <div className="page">
      <h1 className="page-title">{t('nav.verifyReceipt')}</h1>
      <p className="page-intro">{t('receipt.pageIntro')}</p>
      <div className="verify-grid">
        <section className="card verify-given">
          <Upload
            label={t('receipt.file')}
            endings={['.json']}
            bytesMax={BYTES_MAX}
            onFile={async (file) => setText(await file.text())}
            onRemove={() => setText('')}
          />
          <label className="field-label" htmlFor={id}>
            {t('receipt.paste')}
          </label>
          <textarea
            id={id}
            dir="ltr"
            rows={ROWS}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {given !== null && 'problem' in given && (
            <p className="field-error" role="alert">
              {given.problem}
            </p>
          )}
        </section>
        {given !== null && 'file' in given && <CheckedReceipt file={given.file} />}
      </div>
    </div>
  );
}
