import { useEffect } from 'react';
import { useDialog } from '../../hooks/use-dialog';
import { SearchIcon } from '../ui/icons';
import { lateDialog } from '../ui/late';
import classes from './finder-host.module.css';

const FinderDialog = lateDialog(() => import('./finder-dialog'));

/** Opens the finder, by its button or by Ctrl-K (Cmd-K), from anywhere but another dialog. */
export function FinderHost() {
  const { opened, wanted, open, close } = useDialog();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'k';
      if (!isAsked || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  return (
    <>
      <button type="button" className={classes.open} aria-haspopup="dialog" onClick={open}>
        <SearchIcon size={18} />
        <span className={classes.word}>Find</span>
        <kbd className={classes.keys}>Ctrl K</kbd>
      </button>
      {wanted && <FinderDialog opened={opened} onClose={close} />}
    </>
  );
}
