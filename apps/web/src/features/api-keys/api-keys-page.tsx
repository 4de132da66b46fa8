/** API keys of the signed-in person. */

import { AntdFrame } from '../../components/antd/antd-frame.tsx';
import { useTitle } from '../../components/use-title.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { RequireSession } from '../auth/require-session.tsx';
import { KeyList } from './key-list.tsx';

/** The page at `/account/newapi`. */
export function ApiKeysPage() {
  const t = useT();
  const title = t('nav.apiKeys');
  useTitle(`${title} | Halcyon`);
  return (
    <RequireSession person>
      <AntdFrame>
        <div className="page page-wide">
          <KeyList heading={<h1 className="page-title">{title}</h1>} />
        </div>
      </AntdFrame>
    </RequireSession>
  );
}
