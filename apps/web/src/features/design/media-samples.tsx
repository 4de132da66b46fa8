/** Pictures, codes, files. */

import { useState } from 'react';
import { CodeBlock } from '../../components/code-block.tsx';
import { CoinMark } from '../../components/coin-mark.tsx';
import { ImagePreview } from '../../components/image-preview.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { toast } from '../../components/toast.tsx';
import { Upload, type UploadPhase, UploadView } from '../../components/upload.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import { Group, Sample } from './sample.tsx';

const RISING = [3, 4, 3.5, 5, 6, 5.5, 7];
const COINS = ['BTC', 'ETH', 'USDT', 'ABCDE'];

function UploadSamples() {
  const t = useT();
  const phases: readonly UploadPhase[] = [
    { name: 'empty' },
    { name: 'busy', file: 'public-key.pem' },
    { name: 'done', file: 'public-key.pem' },
    { name: 'failed', message: t('upload.failed') },
    { name: 'failed', message: t('upload.type') },
    { name: 'failed', message: t('upload.tooLarge', { max: '16 KB' }) },
  ];
  return (
    <>
      {phases.map((phase) => {
        const name = phase.name === 'failed' ? phase.message : phase.name;
        return (
          <Sample key={name} name={`Upload: ${name}`}>
            <div className={`upload ${phase.name === 'failed' ? 'failed' : ''}`}>
              <UploadView
                label="Public key"
                phase={phase}
                onChoose={() => undefined}
                onRemove={() => undefined}
              />
            </div>
          </Sample>
        );
      })}
      <Sample name="Upload, live: always fails">
        <Upload
          label="Public key"
          endings={['.pem']}
          bytesMax={16_384}
          onFile={() => Promise.reject(new Error('a sample'))}
        />
      </Sample>
    </>
  );
}

function QrSamples() {
  const [expired, setExpired] = useState(true);
  const refresh = () => {
    setExpired(false);
    toast('success', 'A fresh code');
  };
  const shared = { value: 'halcyon://example', label: 'an example' };
  return (
    <>
      <Sample name="QR code">
        <QrCode {...shared} />
      </Sample>
      <Sample name="QR code, expired">
        <QrCode {...shared} expired={expired} onRefresh={refresh} />
      </Sample>
    </>
  );
}

/** The samples. */
export function MediaSamples() {
  return (
    <Group title="Pictures, codes, files">
      <Sample name="Coins">
        {COINS.map((coin) => (
          <CoinMark key={coin} coin={coin} size={32} />
        ))}
      </Sample>
      <Sample name="Sparklines">
        <Sparkline values={RISING} direction="up" />
        <Sparkline values={RISING.toReversed()} direction="down" />
        <Sparkline values={[1, 1]} direction="flat" />
      </Sample>
      <Sample name="Image preview">
        <ImagePreview src="/favicon.svg" alt="The mark" width={120} height={80} />
      </Sample>
      <Sample name="Image preview, failed">
        <ImagePreview src="data:image/png;base64,AA" alt="A receipt" width={120} height={80} />
      </Sample>
      <QrSamples />
      <UploadSamples />
      <Sample name="Code block" wide>
        <CodeBlock name="shell" code="npm ci && npm start" />
      </Sample>
    </Group>
  );
}
