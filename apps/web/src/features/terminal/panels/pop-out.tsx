/** Opens a panel of the terminal in a window of its own. */

import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { openWindow } from '../../../platform/links/page.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { localised } from '../../../platform/locale/locale.ts';
import { useAtLeast } from '../../../platform/theme/media.ts';

/** A button for screens that have room for a second window. @param props.path panel's address */
export function PopOut(props: { readonly path: string; readonly name: string }) {
  const t = useT();
  const roomy = useAtLeast('md');
  if (!roomy) return null;
  const label = t('panel.popOut', { name: props.name });
  return (
    <Button
      look="ghost"
      icon
      className="pop-out"
      aria-label={label}
      title={label}
      onClick={() => openWindow(localised(props.path), 'width=960,height=560')}
    >
      <Icon name="external" />
    </Button>
  );
}
