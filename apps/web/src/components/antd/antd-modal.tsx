/** Ant Design's dialog as this app uses it: mounted to open, unmounted to close. */

import { Modal, type ModalProps } from 'antd';
import { useEffect, useState } from 'react';

/** The dialog; when it goes, the focus is where it was before, or on the page if that is gone. */
export function AntdModal(props: ModalProps) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const back = opener?.isConnected === true ? opener : document.getElementById('main');
      if (back instanceof HTMLElement) back.focus();
    },
    [opener],
  );
  return <Modal open {...props} />;
}
