/** API keys of a sub-account, by the same list and forms as one's own. */

import type { SubAccountEntry } from '@halcyon/domain/web';
import { AntdFrame } from '../../components/antd/antd-frame.tsx';
import { KeyList } from '../api-keys/key-list.tsx';
import { KeyOwnerProvider, keysOf } from '../api-keys/key-owner.ts';

/** The keys. */
export function SubKeys({ sub }: { readonly sub: SubAccountEntry }) {
  const { uid, permissions } = sub;
  return (
    <AntdFrame>
      <KeyOwnerProvider value={{ account: uid, permissions, ...keysOf(uid) }}>
        <KeyList />
      </KeyOwnerProvider>
    </AntdFrame>
  );
}
