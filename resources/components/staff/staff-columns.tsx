import type { StaffRow, StaffState } from '../../../src/contracts/accounts';
import { formatCount, formatDateTime } from '../../lib/format';
import { ROLE_NAMES } from '../../layouts/navigation';
import type { Column } from '../ui/data-table';
import { DateTime } from '../ui/date-time';
import { Pill, type PillTone } from '../ui/pill';
import classes from './staff.module.css';
import type { StaffChoice } from './staff-acts';
import { StaffMenuButton } from './staff-menu-button';

const STATES: Readonly<Record<StaffState, { label: string; tone: PillTone }>> = {
  invited: { label: 'Invited', tone: 'amber' },
  active: { label: 'Active', tone: 'green' },
  disabled: { label: 'Disabled', tone: 'grey' },
};

type Choose = (row: StaffRow, choice: StaffChoice, opener: HTMLElement | null) => void;

export function staffColumns(onChoose: Choose, hasProjects: boolean): Column<StaffRow>[] {
  return [
    {
      key: 'who',
      header: 'Name',
      card: 'title',
      render: (row) => (
        <div className={classes.who}>
          <span className={classes.name}>
            {row.name}
            {row.isSelf && ' (you)'}
          </span>
          <span className={classes.soft}>{row.email}</span>
        </div>
      ),
    },
    {
      key: 'role',
      header: 'Role',
      render: ({ role, projects }) =>
        projects ? (
          <div className={classes.who}>
            {ROLE_NAMES[role]}
            <span className={classes.soft}>{projects.length === 0 ? 'no project' : `of ${projects.join(', ')}`}</span>
          </div>
        ) : (
          ROLE_NAMES[role]
        ),
    },
    {
      key: 'state',
      header: 'State',
      card: 'state',
      render: ({ state }) => <Pill tone={STATES[state].tone}>{STATES[state].label}</Pill>,
    },
    { key: 'factor', header: 'Second factor', render: (row) => (row.secondFactor ? 'On' : 'Off') },
    {
      key: 'seen',
      header: 'Last sign-in',
      render: (row) =>
        row.lastSignInAt ? (
          <span title={formatDateTime(row.lastSignInAt)}>
            <DateTime iso={row.lastSignInAt} />
          </span>
        ) : (
          'Never'
        ),
    },
    { key: 'sessions', header: 'Sessions', align: 'end', render: (row) => formatCount(row.sessions) },
    {
      key: 'actions',
      header: 'Actions',
      quietHeader: true,
      card: 'actions',
      render: (row) => (
        <StaffMenuButton
          row={row}
          hasProjects={hasProjects}
          onChoose={(choice, opener) => onChoose(row, choice, opener)}
        />
      ),
    },
  ];
}
