/** What is pressed: buttons, tabs, menus, dialogs. */

import { useState } from 'react';
import { Button, ButtonLink, type ButtonLook } from '../../components/button.tsx';
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { Segments, Tabs } from '../../components/tabs.tsx';
import { PATHS } from '../../platform/routes/paths.ts';
import { Group, Sample } from './sample.tsx';

const LOOKS: readonly ButtonLook[] = [
  'primary',
  'secondary',
  'ghost',
  'link',
  'buy',
  'sell',
  'danger',
];
const ITEMS = [
  { key: 'one', label: 'Limit' },
  { key: 'two', label: 'Market' },
  { key: 'three', label: 'OCO' },
] as const;
type Item = (typeof ITEMS)[number]['key'];

function ButtonSamples({ look }: { readonly look: ButtonLook }) {
  return (
    <Sample name={`Button, ${look}`}>
      <Button look={look}>Press</Button>
      <Button look={look} large>
        Large
      </Button>
      <Button look={look} disabled>
        Disabled
      </Button>
      <Button look={look} busy>
        Busy
      </Button>
      <Button look={look} icon aria-label="Edit">
        <Icon name="edit" />
      </Button>
    </Sample>
  );
}

type Open = 'dialog' | 'sheet' | 'confirm' | 'danger' | 'busy';

function Opened({ open, onClose }: { readonly open: Open; readonly onClose: () => void }) {
  if (open === 'dialog' || open === 'sheet') {
    return (
      <Dialog title="A dialog" sheet={open === 'sheet'} onClose={onClose}>
        <p className="muted">Escape, the cross and a press outside close it.</p>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title="Cancel all orders?"
      text="3 open orders will be cancelled."
      confirm="Cancel all"
      danger={open === 'danger'}
      busy={open === 'busy'}
      onConfirm={onClose}
      onClose={onClose}
    />
  );
}

function DialogSamples() {
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <Sample name="Dialogs">
      {(['dialog', 'sheet', 'confirm', 'danger', 'busy'] as const).map((name) => (
        <Button key={name} onClick={() => setOpen(name)}>
          {name}
        </Button>
      ))}
      {open !== null && <Opened open={open} onClose={() => setOpen(null)} />}
    </Sample>
  );
}

/** The samples. */
export function ControlSamples() {
  const [item, setItem] = useState<Item>('one');
  return (
    <Group title="Controls">
      {LOOKS.map((look) => (
        <ButtonSamples key={look} look={look} />
      ))}
      <Sample name="Button, block, and a link that looks like one">
        <Button look="primary" block>
          Block
        </Button>
        <ButtonLink look="secondary" to={PATHS.landing}>
          Link
        </ButtonLink>
      </Sample>
      <Sample name="Tabs">
        <Tabs label="Order type" items={ITEMS} value={item} onChange={setItem} extra={<kbd>→</kbd>}>
          <p className="design-body">{`Panel of ${item}`}</p>
        </Tabs>
      </Sample>
      <Sample name="Segments">
        <Segments label="Order type" items={ITEMS} value={item} onChange={setItem} />
      </Sample>
      <Sample name="Menu">
        <Menu label="Menu" icon="menu">
          {(close) => (
            <button type="button" className="menu-item" onClick={close}>
              <Icon name="user" /> Entry
            </button>
          )}
        </Menu>
        <Menu
          label="With a mark: 7"
          icon="bell"
          wide
          mark={
            <span className="unseen num" aria-hidden="true">
              7
            </span>
          }
        >
          {() => <p className="menu-note">A wide panel</p>}
        </Menu>
      </Sample>
      <DialogSamples />
    </Group>
  );
}
