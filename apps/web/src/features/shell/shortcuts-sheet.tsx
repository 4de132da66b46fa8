/** The keys that do something, and the switch for those without Ctrl or Command. */

import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { useSession } from '../../data/state/session.ts';
import { chooseSingleKeys, singleKeysOn } from '../../platform/keyboard/single-keys.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { KeysSheet } from '../desk/keys/keys-sheet.tsx';

interface Row {
  readonly keys: readonly string[];
  readonly label: MessageId;
}

const GENERAL: readonly Row[] = [
  { keys: ['Ctrl K', '⌘ K', '/'], label: 'shortcuts.search' },
  { keys: ['?'], label: 'shortcuts.help' },
  { keys: ['Esc'], label: 'shortcuts.close' },
  { keys: ['←', '→'], label: 'shortcuts.tabs' },
];
const FIELDS: readonly Row[] = [
  { keys: ['↑', '↓'], label: 'shortcuts.step' },
  { keys: ['Shift ↑', 'Shift ↓'], label: 'shortcuts.step10' },
  { keys: ['Alt ↑', 'Alt ↓'], label: 'shortcuts.step100' },
];

const CHART: readonly Row[] = [
  { keys: ['Shift ←', 'Shift →'], label: 'shortcuts.chartMove' },
  { keys: ['Shift +', 'Shift −'], label: 'shortcuts.chartZoom' },
];

function KeyList({ title, rows }: { readonly title: MessageId; readonly rows: readonly Row[] }) {
  const t = useT();
  return (
    <section className="shortcuts">
      <h3>{t(title)}</h3>
      <dl>
        {rows.map((row) => (
          <div key={row.label}>
            <dt>{t(row.label)}</dt>
            <dd dir="ltr">
              {row.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The dialog. */
export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { user } = useSession();
  const [single, setSingle] = useState(singleKeysOn);
  return (
    <Dialog title={t('nav.shortcuts')} onClose={onClose}>
      <KeyList title="shortcuts.general" rows={GENERAL} />
      <KeyList title="shortcuts.fields" rows={FIELDS} />
      <KeyList title="shortcuts.chart" rows={CHART} />
      {user !== null && user.guest !== true && <KeysSheet uid={user.uid} />}
      <label className="check">
        <input
          type="checkbox"
          checked={single}
          onChange={(event) => {
            chooseSingleKeys(event.target.checked);
            setSingle(event.target.checked);
          }}
        />
        {t('shortcuts.single')}
      </label>
    </Dialog>
  );
}
