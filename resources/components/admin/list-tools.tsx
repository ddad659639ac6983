import { type ReactNode, useState } from 'react';
import type { AdminFilters } from '../../../src/contracts/admin';
import type { SavedView } from '../../../src/contracts/saved-views';
import { useDialog } from '../../hooks/use-dialog';
import { viewQuery } from '../../lib/admin-list';
import type { ColumnChoice } from '../../lib/column-choice';
import { FilterSelect } from '../ui/filter-select';
import { lateDialog } from '../ui/late';
import classes from './list-tools.module.css';
import { Button } from '../ui/controls';

const ViewsDialog = lateDialog(() => import('./views-dialog'));
const ColumnsDialog = lateDialog(() => import('./columns-dialog'));

interface ListToolsProps {
  filters: AdminFilters;
  views: SavedView[];
  columns: ColumnChoice;
  /** There is more than one event to tell. */
  hasProjects: boolean;
  /** Shows the list by the query of a view. */
  onView: (query: string) => void;
}

/** What stands beside the title of the list: the refund switch first, the rest at the end. */
export function HeadTools({ children }: { children: ReactNode }) {
  return <div className={classes.head}>{children}</div>;
}

/** Saved views and the choice of columns; their dialogs come when they are opened. */
export function ListTools({ filters, views: sent, columns, hasProjects, onView }: ListToolsProps) {
  const [views, setViews] = useState(sent);
  const viewsDialog = useDialog();
  const columnsDialog = useDialog();
  const query = viewQuery(filters);
  const shown = filters.search === '' ? views.find((view) => view.query === query) : undefined;
  const options = [
    { value: '', label: 'No saved view' },
    ...views.map(({ id, name, isOwn, owner }) => ({ value: id, label: isOwn ? name : `${name} (${owner})` })),
  ];
  const show = (id: string) => onView(views.find((view) => view.id === id)?.query ?? '');
  return (
    <div className={classes.tools}>
      {views.length > 0 && (
        <FilterSelect label="Saved view" value={shown?.id ?? ''} options={options} onChange={show} />
      )}
      <Button variant="default" onClick={viewsDialog.open}>
        Views…
      </Button>
      <Button variant="default" onClick={columnsDialog.open}>
        Columns…
      </Button>
      {viewsDialog.wanted && (
        <ViewsDialog
          opened={viewsDialog.opened}
          onClose={viewsDialog.close}
          views={views}
          query={query}
          hasSearch={filters.search !== ''}
          onViews={setViews}
          onView={onView}
        />
      )}
      {columnsDialog.wanted && (
        <ColumnsDialog
          opened={columnsDialog.opened}
          onClose={columnsDialog.close}
          choice={columns}
          hasProjects={hasProjects}
        />
      )}
    </div>
  );
}
