/** The switches of sound and browser notification. */

import { useState } from 'react';
import { useT } from '../../platform/locale/intl.tsx';
import { CAN_NOTIFY, chooseNotify, chooseSound, useSignals } from './alert-signals.ts';

/** Both of them; the browser is asked for notifications when theirs is switched on. */
export function AlertSwitches() {
  const t = useT();
  const { sound, notify } = useSignals();
  const [blocked, setBlocked] = useState(false);
  return (
    <div className="alert-switches">
      <label className="check">
        <input
          type="checkbox"
          checked={sound}
          onChange={({ target }) => chooseSound(target.checked)}
        />
        {t('alerts.sound')}
      </label>
      {CAN_NOTIFY && (
        <label className="check">
          <input
            type="checkbox"
            checked={notify}
            onChange={async ({ target }) => setBlocked(!(await chooseNotify(target.checked)))}
          />
          {t('alerts.notify')}
        </label>
      )}
      {blocked && (
        <p className="field-error" role="alert">
          {t('alerts.blocked')}
        </p>
      )}
    </div>
  );
}
