/** A program's text with its language and a button that copies it. */

import { useT } from '../platform/locale/intl.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';
import './code-block.css';

/** The block. */
export function CodeBlock(props: {
  readonly name: string;
  readonly code: string;
  /** Whether a dialog begins with its button. */
  readonly first?: true;
}) {
  const { name, code } = props;
  const t = useT();
  const copy = () => {
    navigator.clipboard.writeText(code).then(
      () => toast('success', t('action.copied')),
      () => toast('warning', t('action.copyFailed')),
    );
  };
  return (
    <figure className="code-block" dir="ltr">
      <figcaption>
        {name}
        <Button
          look="ghost"
          icon
          aria-label={`${t('action.copy')}: ${name}`}
          data-first-focus={props.first}
          onClick={copy}
        >
          <Icon name="copy" />
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
