import { useState } from 'react';
import type { DayCloseData } from '../../../src/contracts/day-close';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { PageProps } from '../../../src/contracts/pages';
import { API, ROUTES } from '../../../src/contracts/routes';
import { ClosingState } from '../../components/day-close/closing-state';
import classes from '../../components/day-close/day-close.module.css';
import { DayTable } from '../../components/day-close/day-table';
import { ProjectLine } from '../../components/project-filter/project-line';
import { Callout } from '../../components/ui/callout';
import { DayPicker } from '../../components/dates/day-picker';
import { Button } from '../../components/ui/controls';
import { EmptyState } from '../../components/ui/empty-state';
import { ErrorState } from '../../components/ui/error-state';
import { late, lateDialog } from '../../components/ui/late';
import { PageHeader } from '../../components/ui/page-header';
import { Panel } from '../../components/ui/panel';
import { StatTiles } from '../../components/ui/stat-tiles';
import { useDialog } from '../../hooks/use-dialog';
import { useListVisit } from '../../hooks/use-list-visit';
import { useRequest } from '../../hooks/use-request';
import { StaffLayout } from '../../layouts/staff-layout';
import { api } from '../../lib/api';
import { formatCount, formatDate, formatDateTime, formatRupees } from '../../lib/format';
import { eventWords, projectWords } from '../../lib/project-choice';

const CloseDialog = lateDialog(() => import('../../components/day-close/close-dialog'));
const PlaceTable = late(() => import('../../components/day-close/place-table'));
const SHOWN = ['day', 'today', 'canClose', 'rows', 'total', 'wholeNet', 'places', 'closing', 'computedAt'];
const EVERYTHING = { project: '', event: '' };

export default function DayClose(props: PageProps['Admin/DayClose']) {
  const { day, today, canClose, rows, total, wholeNet, closing, places = [], projects, filters = EVERYTHING } = props;
  const narrowed = [projectWords(projects ?? [], filters.project), eventWords(projects ?? [], filters.event)]
    .filter(Boolean)
    .join(', ');
  const list = useListVisit({ path: ROUTES.adminDayClose, only: SHOWN, failed: OFFICE_MESSAGES.dayClose.loadFailed });
  const request = useRequest<DayCloseData>(OFFICE_MESSAGES.dayClose.failed, list.refresh);
  const wanted = () => list.wantedFilters({ ...filters, day });
  const asked = () => (list.loading ? wanted().day : day);
  const dialog = useDialog();
  /** The day that was to be closed: another one on the screen has no part in what became of it. */
  const [closed, setClosed] = useState('');
  const close = () => {
    dialog.close();
    setClosed(day);
    void request.start(() => api.post<DayCloseData>(API.dayClose, { day }));
  };
  return (
    <>
      <PageHeader
        title="Day close"
        subtitle={`${formatDate(`${day}T00:00:00+05:30`)}, Indian time. Counted ${formatDateTime(props.computedAt)}.`}
        actions={
          <div className={classes.actions}>
            <Button variant="default" component="a" href={API.dayCloseCsv(day, filters)} download>
              Download CSV
            </Button>
            <Button variant="default" onClick={() => window.print()}>
              Print
            </Button>
            {canClose && (
              <Button onClick={dialog.open} loading={request.running}>
                Close the day
              </Button>
            )}
          </div>
        }
      />
      <DayPicker
        day={day}
        today={today}
        asked={asked}
        onChange={(chosen) => list.visit({ ...wanted(), day: chosen })}
      />
      <ProjectLine projects={projects} value={filters} onChange={(chosen) => list.visit({ ...wanted(), ...chosen })} />
      {list.problem?.kind === 'failed' && <ErrorState message={list.problem.message} onRetry={list.retry} />}
      {request.problem && closed === day && (
        <Callout tone="error" title={OFFICE_MESSAGES.dayClose.failed}>
          {request.problem.message}
        </Callout>
      )}
      {day >= today && <Callout tone="info">{`Provisional: ${OFFICE_MESSAGES.dayClose.notOver}`}</Callout>}
      {narrowed && (
        <Callout tone="info">
          {`Only ${narrowed}. ${closing ? 'The' : 'A'} closing is of all projects and events`}
          {wholeNet !== undefined && `: net ${formatRupees(wholeNet)}`}.
        </Callout>
      )}
      {closing && <ClosingState closing={closing} isNarrowed={narrowed !== ''} />}
      <StatTiles
        label={narrowed ? `The day of ${narrowed}` : 'The whole day'}
        stats={[
          { label: 'Paid', value: formatCount(total.paid), note: `of ${formatCount(total.made)} links made` },
          { label: 'Gross', value: formatRupees(total.gross), long: true },
          { label: 'Refunded', value: formatRupees(total.refunded), note: 'Completed that day' },
          { label: 'Net', value: formatRupees(total.net), long: true },
        ]}
      />
      <Panel title="By seller and tier">
        <p className={classes.note}>
          Opened counts the links made that day. At bank: sent there that day, not decided yet. Expired counts cancelled
          links too. Duplicate charges and their refunds count nowhere.
        </p>
        {rows.length > 0 ? (
          <DayTable rows={rows} total={total} />
        ) : (
          <EmptyState
            title={narrowed ? 'Nothing happened here' : 'Nothing happened'}
            hint={`${narrowed ? 'Of what is shown here, no' : 'No'} link was made, paid or refunded on this day.`}
          />
        )}
      </Panel>
      {places.length > 0 && (
        <Panel title="By project and event">
          <p className={classes.note}>A day is closed for all projects together.</p>
          <PlaceTable rows={places} />
        </Panel>
      )}
      <p className={classes.signatures}>
        <span>Closed by</span>
        <span>Checked by</span>
      </p>
      {dialog.wanted && (
        <CloseDialog
          opened={dialog.opened}
          day={day}
          net={wholeNet ?? total.net}
          areSeveral={wholeNet !== undefined}
          onClose={dialog.close}
          onConfirm={close}
        />
      )}
    </>
  );
}

DayClose.layout = [StaffLayout];
