/**
 * A button with a panel below it. Escape, a choice, a press outside and the focus going elsewhere
 * close the panel; arrow keys move in it.
 */

import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { arrowTarget, keepsArrowKeys } from './arrow-keys.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { focusOpener, useDismiss } from './use-dismiss.ts';

interface Props {
  /** What `focusMenu` calls it. */
  readonly name?: string;
  readonly label: string;
  readonly icon: IconName;
  /** Whether the label is written on the button, before the icon. */
  readonly labelled?: boolean;
  /** Drawn over the button's corner. */
  readonly mark?: ReactNode;
  readonly wide?: boolean;
  readonly className?: string;
  readonly onOpen?: () => void;
  /** The panel; it is given the function that closes it. */
  readonly children: (close: () => void) => ReactNode;
}

/** What arrow keys move between in a panel. */
const REACHABLE = ':is(.menu a[href], .menu :is(button, input, select):not(:disabled))';

/** Height that a panel has at least, px. */
const LOWEST = 240;

/** A panel ends above the lower edge of the window; what is longer scrolls in it. */
function keepInWindow(panel: HTMLElement | null): void {
  if (panel === null) return;
  const { top } = panel.getBoundingClientRect();
  panel.style.maxHeight = `max(${LOWEST}px, 100dvh - ${top + 8}px)`;
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
    focusOpener(root.current);
  }, []);
  useDismiss(root, open, close);
  const toggle = () => {
    if (!open) props.onOpen?.();
    setOpen(!open);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      toggle();
      return;
    }
    const parts = [...(root.current?.querySelectorAll<HTMLElement>(REACHABLE) ?? [])];
    const at = parts.indexOf(document.activeElement as HTMLElement);
    const next = arrowTarget(event.key, at, parts.length, 'list');
    if (next === null || keepsArrowKeys(event.target)) return;
    event.preventDefault();
    parts[next]?.focus();
  };
  const onBlur = (event: FocusEvent) => {
    const next = event.relatedTarget;
    // A press on plain text gives the focus to what is around the menu; it did not go elsewhere.
    if (next === null || next.contains(root.current)) return;
    if (!root.current?.contains(next)) setOpen(false);
  };
  const { labelled = false } = props;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is inside is reachable by itself
    <div
      className={`menu-anchor ${props.className ?? ''}`}
      data-menu={props.name}
      ref={root}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <Button
        look="ghost"
        icon={!labelled}
        {...(!labelled && { 'aria-label': props.label, title: props.label })}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      >
        {labelled && props.label}
        <Icon name={props.icon} size={labelled ? 14 : 18} />
        {props.mark}
      </Button>
      {open && (
        <section
          id={id}
          ref={keepInWindow}
          className={`menu ${props.wide === true ? 'menu-wide' : ''}`}
          aria-label={props.label}
        >
          {props.children(close)}
        </section>
      )}
    </div>
  );
}
