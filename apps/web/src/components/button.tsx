/** Buttons, and links that look like them. */

import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from '../platform/links/navigation.tsx';

/** Looks of a button. */
export type ButtonLook = 'primary' | 'secondary' | 'ghost' | 'link' | 'buy' | 'sell' | 'danger';

interface LookProps {
  readonly look?: ButtonLook;
  readonly large?: boolean;
  readonly block?: boolean;
  readonly icon?: boolean;
}

function classes(props: LookProps, extra: string | undefined): string {
  const names = ['btn', `btn-${props.look ?? 'secondary'}`];
  if (props.large === true) names.push('btn-lg');
  if (props.block === true) names.push('btn-block');
  if (props.icon === true) names.push('btn-icon');
  if (extra !== undefined) names.push(extra);
  return names.join(' ');
}

type ButtonProps = LookProps &
  ButtonHTMLAttributes<HTMLButtonElement> & { readonly busy?: boolean };

/**
 * A button; while `busy` it shows a spinner and cannot be pressed. It keeps the focus then, which a
 * disabled button loses.
 */
export function Button(props: ButtonProps) {
  const { look, large, block, icon, busy = false, className, onClick, children, ...rest } = props;
  const name = classes(
    {
      ...(look && { look }),
      ...(large && { large }),
      ...(block && { block }),
      ...(icon && { icon }),
    },
    className,
  );
  return (
    <button
      type="button"
      {...rest}
      className={name}
      {...(busy && { 'aria-disabled': true })}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

/** A link to a page of ours that looks like a button. */
export function ButtonLink(props: LookProps & LinkProps) {
  const { look, large, block, icon, className, ...rest } = props;
  const name = classes(
    {
      ...(look && { look }),
      ...(large && { large }),
      ...(block && { block }),
      ...(icon && { icon }),
    },
    className,
  );
  return <Link {...rest} className={name} />;
}
