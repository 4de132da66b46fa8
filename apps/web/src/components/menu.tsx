/** A button with a panel below it; Escape, a press outside or a choice closes the panel. */

import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { useDismiss } from './use-dismiss.ts';

interface Props {
  /** What `focusMenu` calls it. */
  readonly name?: string;
  readonly label: string;
  readonly icon: IconName;
  /** Drawn over the button's corner. */
  readonly mark?: ReactNode;
  readonly wide?: boolean;
  readonly className?: string;
  readonly onOpen?: () => void;
  /** The panel; it is given the function that closes it. */
  readonly children: (close: () => void) => ReactNode;
}

/** Puts the keyboard on a menu's button, if it is nowhere: the page was drawn anew under it. */
export function focusMenu(name: string): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`[data-menu="${name}"] button`)?.focus();
}

/** The button and its panel. */
export function Menu(props: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    // Back to where the keyboard was, unless a press elsewhere already moved it.
    if (root.current?.contains(document.activeElement))
      root.current.querySelector('button')?.focus();
  }, []);
  useDismiss(root, open, close);
  const toggle = () => {
    if (!open) props.onOpen?.();
    setOpen(!open);
  };
  return (
    <div className={`menu-anchor ${props.className ?? ''}`} data-menu={props.name} ref={root}>
      <Button
        look="ghost"
        icon
        aria-label={props.label}
        title={props.label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      >
        <Icon name={props.icon} size={18} />
        {props.mark}
      </Button>
      {open && (
        <section
          id={id}
          className={`menu ${props.wide === true ? 'menu-wide' : ''}`}
          aria-label={props.label}
        >
          {props.children(close)}
        </section>
      )}
    </div>
  );
}
