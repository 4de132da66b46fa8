/** Where money goes from and to, and what swaps both. */

import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { useT } from '../../platform/locale/intl.tsx';
import './transfer.css';

/** The two accounts; who takes the one for the other's place swaps them. */
export function WayFields<T extends string>(props: {
  readonly from: T;
  readonly to: T;
  readonly items: readonly { readonly key: T; readonly label: string }[];
  readonly onChange: (from: T, to: T) => void;
}) {
  const t = useT();
  const { from, to, items, onChange } = props;
  const swap = () => onChange(to, from);
  return (
    <div className="transfer-way">
      <ChoiceField
        label={t('transfer.from')}
        value={from}
        items={items}
        onChange={(key) => (key === to ? swap() : onChange(key, to))}
      />
      <Button
        look="ghost"
        icon
        aria-label={t('transfer.swap')}
        title={t('transfer.swap')}
        onClick={swap}
      >
        <Icon name="swap" />
      </Button>
      <ChoiceField
        label={t('transfer.to')}
        value={to}
        items={items}
        onChange={(key) => (key === from ? swap() : onChange(from, key))}
      />
    </div>
  );
}
