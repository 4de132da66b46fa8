/** Shows the shell's dialogs; each is fetched when it is first opened. */

import { lazyPart } from '../../components/lazy-part.tsx';
import { moreMessages } from '../../platform/locale/locale.ts';
import { closeOverlay, useOverlay, useOverlayKeys } from './overlays.ts';

const Palette = lazyPart(async () => {
  const part = await import('./palette/palette.tsx');
  return part.Palette;
}, 0);
const ShortcutsSheet = lazyPart(async () => {
  const [part] = await Promise.all([import('./shortcuts-sheet.tsx'), moreMessages()]);
  return part.ShortcutsSheet;
}, 0);

/** Renders nothing until a dialog is asked for. */
export function OverlayHost() {
  const overlay = useOverlay();
  useOverlayKeys();
  if (overlay === 'palette') return <Palette onClose={closeOverlay} />;
  if (overlay === 'shortcuts') return <ShortcutsSheet onClose={closeOverlay} />;
  return null;
}
