import { useState } from 'react';
import { LIST_API } from '../../../src/contracts/routes-list';
import {
  type ChangeViewRequest,
  type SavedView,
  type SavedViewList,
  VIEW_LIMITS,
} from '../../../src/contracts/saved-views';
import type { useAct } from '../../hooks/use-act';
import { Pill } from '../ui/pill';
import classes from './list-tools.module.css';
import { Button, TextInput } from '../ui/controls';

interface ViewLineProps {
  view: SavedView;
  /** The current filters. */
  query: string;
  act: ReturnType<typeof useAct>;
  onViews: (list: SavedViewList) => void;
  onShow: () => void;
}

/** One view with what its reader may do to it: all to an own one, deleting alone to another's shared one. */
export function ViewLine({ view, query, act, onViews, onShow }: ViewLineProps) {
  const { id, name, isOwn, isShared, owner } = view;
  const [typed, setTyped] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const change = (body: ChangeViewRequest) =>
    void act.run<SavedViewList>(LIST_API.view(id), body, onViews, 'put').then((isDone) => isDone && setTyped(null));
  return (
    <li>
      <div className={classes.viewHead}>
        <button type="button" className={classes.viewName} onClick={onShow}>
          {name}
        </button>
        {isShared && <Pill tone="blue">{isOwn ? 'Shared' : `Shared by ${owner}`}</Pill>}
      </div>
      {typed !== null && (
        <form
          className={classes.rename}
          onSubmit={(event) => {
            event.preventDefault();
            change({ name: typed });
          }}
        >
          <TextInput
            aria-label={`New name of ${name}`}
            value={typed}
            maxLength={VIEW_LIMITS.nameLength}
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" disabled={typed.trim() === ''} loading={act.busy}>
            Rename
          </Button>
        </form>
      )}
      <div className={classes.viewActs}>
        {isOwn && (
          <>
            <Act label="Rename" of={name} onClick={() => setTyped(typed === null ? name : null)} />
            {query !== '' && query !== view.query && (
              <Act label="Use the current filters" of={name} onClick={() => change({ query })} />
            )}
            <Act
              label={isShared ? 'Stop sharing' : 'Share'}
              of={name}
              onClick={() => change({ isShared: !isShared })}
            />
          </>
        )}
        {isAsked ? (
          <>
            <Act
              label={isShared ? 'Delete it for everybody' : 'Delete it'}
              of={name}
              isGrave
              onClick={() => void act.run<SavedViewList>(LIST_API.deleteView(id), {}, onViews)}
            />
            <Act label="Keep it" of={name} onClick={() => setAsked(false)} />
          </>
        ) : (
          <Act label="Delete…" of={name} onClick={() => setAsked(true)} />
        )}
      </div>
    </li>
  );
}

function Act({ label, of, isGrave, onClick }: { label: string; of: string; isGrave?: boolean; onClick: () => void }) {
  return (
    <Button variant="subtle" color={isGrave ? 'red' : undefined} aria-label={`${label}: ${of}`} onClick={onClick}>
      {label}
    </Button>
  );
}
