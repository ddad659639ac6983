import { type FormEvent, useState } from 'react';
import { LIST_MESSAGES } from '../../../src/contracts/messages-list';
import { LIST_API } from '../../../src/contracts/routes-list';
import { type SavedView, type SavedViewList, VIEW_LIMITS } from '../../../src/contracts/saved-views';
import { useAct } from '../../hooks/use-act';
import { Callout } from '../ui/callout';
import { CheckField } from '../ui/check-field';
import { DialogBody, DialogFoot, DialogForm } from '../ui/dialog-parts';
import { ViewLine } from './view-line';
import classes from './list-tools.module.css';
import { Button, TextInput } from '../ui/controls';
import { Modal } from '../ui/modal';

interface ViewsDialogProps {
  opened: boolean;
  onClose: () => void;
  views: SavedView[];
  /** The filters of the list as a view would hold them. */
  query: string;
  /** The list is searched, which no view keeps. */
  hasSearch: boolean;
  onViews: (views: SavedView[]) => void;
  onView: (query: string) => void;
}

const WORDS = LIST_MESSAGES.views;

/** Saves the filters of the list under a name, and looks after the views that there are. */
export default function ViewsDialog(props: ViewsDialogProps) {
  const { opened, onClose, views, query, hasSearch, onViews, onView } = props;
  const act = useAct(WORDS.failed);
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const details = act.problem?.details ?? {};
  const take = (list: SavedViewList) => onViews(list.views);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void act.run<SavedViewList>(LIST_API.views, { name, query, isShared }, (list) => {
      take(list);
      setName('');
      setShared(false);
    });
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Saved views" size="38rem">
      <DialogBody>
        {views.length === 0 && <p>A view keeps the filters and the order of the list under a name.</p>}
        {views.length > 0 && (
          <ul className={classes.views} aria-label="Saved views">
            {views.map((view) => (
              <ViewLine
                key={view.id}
                view={view}
                query={query}
                act={act}
                onViews={take}
                onShow={() => {
                  onView(view.query);
                  onClose();
                }}
              />
            ))}
          </ul>
        )}
        {act.problem && Object.keys(details).length === 0 && <Callout tone="error">{act.problem.message}</Callout>}
      </DialogBody>
      <DialogForm onSubmit={save}>
        <h3 className={classes.heading}>Save the current filters</h3>
        {query === '' && <p>{WORDS.nothing}</p>}
        {hasSearch && <p>The search is not kept: it may name a customer.</p>}
        <TextInput
          name="name"
          label="Name"
          required
          withAsterisk={false}
          maxLength={VIEW_LIMITS.nameLength}
          value={name}
          error={details.name}
          disabled={query === ''}
          onChange={(event) => {
            setName(event.currentTarget.value);
            act.forget();
          }}
        />
        <CheckField label="Share with all admins" checked={isShared} disabled={query === ''} onChange={setShared} />
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={act.busy} disabled={query === '' || name.trim() === ''}>
            Save view
          </Button>
        </DialogFoot>
      </DialogForm>
    </Modal>
  );
}
