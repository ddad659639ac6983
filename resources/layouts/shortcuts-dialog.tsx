import { useState } from 'react';
import { setShortcutsEnabled, shortcutsEnabled } from '../lib/shortcut-setting';
import { Switch } from '../components/ui/controls';
import { Modal } from '../components/ui/modal';
import classes from './shortcuts-dialog.module.css';

const KEYS: readonly { key: string; does: string }[] = [
  { key: '/', does: 'Search the list' },
  { key: 'n', does: 'New customer' },
  { key: 'j', does: 'Next row' },
  { key: 'k', does: 'Previous row' },
  { key: 'x', does: 'Tick the row' },
  { key: 'Ctrl K', does: 'Find a payment, customer, token or page' },
  { key: 'Enter', does: 'Open the row' },
  { key: '[', does: 'Fold or unfold the menu' },
  { key: 'Esc', does: 'Close a dialog' },
  { key: '?', does: 'This list' },
];

function Body() {
  const [enabled, setEnabled] = useState(shortcutsEnabled);
  return (
    <>
      <dl className={classes.keys}>
        {KEYS.map(({ key, does }) => (
          <div key={key} className={classes.line}>
            <dt>
              <kbd className={classes.key}>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Single-key shortcuts"
        description="Switch off if you control this computer by voice."
        checked={enabled}
        onChange={(event) => {
          setEnabled(event.currentTarget.checked);
          setShortcutsEnabled(event.currentTarget.checked);
        }}
      />
    </>
  );
}

export default function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <Body />
    </Modal>
  );
}
