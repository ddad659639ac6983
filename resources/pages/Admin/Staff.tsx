import { router } from '@inertiajs/react';
import { useRef, useState } from 'react';
import type { StaffRow } from '../../../src/contracts/accounts';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { requestOf, type StaffChoice } from '../../components/staff/staff-acts';
import { staffColumns } from '../../components/staff/staff-columns';
import { TotpRuleSwitch } from '../../components/staff/totp-rule-switch';
import { Callout } from '../../components/ui/callout';
import { Button } from '../../components/ui/controls';
import { DataTable } from '../../components/ui/data-table';
import { UserPlusIcon } from '../../components/ui/icons';
import { lateDialog, lateDialogOf } from '../../components/ui/late';
import { ListPanel } from '../../components/ui/list-panel';
import { noMatch } from '../../components/ui/no-match';
import { PageHeader } from '../../components/ui/page-header';
import { SearchBox } from '../../components/ui/search-box';
import { useAct } from '../../hooks/use-act';
import { useDialog } from '../../hooks/use-dialog';
import { useListVisit } from '../../hooks/use-list-visit';
import { StaffLayout } from '../../layouts/staff-layout';
import { focusAfterwards } from '../../lib/row-focus';

const ActDialog = lateDialog(() => import('../../components/staff/act-dialog'));
const InviteDialog = lateDialog(() => import('../../components/staff/invite-dialog'));
const LinkDialog = lateDialogOf(
  () => import('../../components/staff/link-dialog'),
  ({ link, onClose }) => ({ opened: link !== null, onClose }),
);
const ProjectsDialog = lateDialog(() => import('../../components/staff/projects-dialog'));
const SessionsDialog = lateDialog(() => import('../../components/staff/sessions-dialog'));

const PAGE_SIZE = 10;
const LISTED = ['rows', 'pagination', 'totpRequired'];

interface Chosen {
  row: StaffRow;
  choice: StaffChoice;
  /** Gets the focus back. */
  opener: HTMLElement | null;
  /** A dialog of its own each time: nothing of the last one is left in it. */
  number: number;
}

export default function Staff({ rows, pagination, filters, totpRequired, projects }: PageProps['Admin/Staff']) {
  const list = useListVisit({ path: ROUTES.adminStaff, only: LISTED, failed: OFFICE_MESSAGES.staff.loadFailed });
  const invite = useDialog();
  const dialog = useDialog();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const inviteButton = useRef<HTMLButtonElement>(null);
  /** Its dialog stays to play its closing. */
  const [linkMade, setLinkMade] = useState(false);
  const { run, problem } = useAct(OFFICE_MESSAGES.staff.failed);

  const change = (changed: Partial<typeof filters>, replace = false) =>
    list.visit({ ...list.wantedFilters(filters), page: 1, ...changed }, { replace });
  const refresh = () => void list.refresh();
  const close = () => {
    dialog.close();
    chosen?.opener?.focus();
  };
  const choose = (row: StaffRow, choice: StaffChoice, opener: HTMLElement | null) => {
    if (choice.question || choice.key === 'sessions' || choice.key === 'projects') {
      setChosen((last) => ({ row, choice, opener, number: (last?.number ?? 0) + 1 }));
      dialog.open();
      return;
    }
    const { path, method, body } = requestOf(row, choice.key);
    void run(path, body, refresh, method);
  };
  const showLink = (sentLink: string | null) => {
    setLink(sentLink);
    setLinkMade((made) => made || sentLink !== null);
  };
  const closeLink = () => {
    setLink(null);
    focusAfterwards(() => (chosen ? chosen.opener : inviteButton.current));
  };
  const done = (sentLink: string | null) => {
    close();
    showLink(sentLink);
    // Of oneself: the sessions have ended, and the server says where to go.
    if (chosen?.row.isSelf) router.visit(ROUTES.adminStaff);
    else refresh();
  };

  return (
    <>
      <PageHeader
        title="Staff"
        actions={
          <Button ref={inviteButton} leftSection={<UserPlusIcon />} onClick={invite.open}>
            Invite staff
          </Button>
        }
      />
      {problem && (
        <Callout tone="error" title={OFFICE_MESSAGES.staff.failed}>
          {problem.message === OFFICE_MESSAGES.staff.failed
            ? 'Please try again: nothing is done twice.'
            : problem.message}
        </Callout>
      )}
      <ListPanel
        title="Accounts"
        list={list}
        count={rows.length}
        total={pagination.totalCount}
        pageSize={PAGE_SIZE}
        pages={{ current: pagination.currentPage, total: pagination.totalPages, onPage: (page) => change({ page }) }}
        toolbar={
          <>
            <SearchBox label="Search staff" value={filters.search} onSearch={(search) => change({ search }, true)} />
            <TotpRuleSwitch required={totpRequired} onChanged={() => router.reload()} />
          </>
        }
        empty={noMatch('accounts', () => change({ search: '' }))}
      >
        <DataTable
          caption="Accounts"
          columns={staffColumns(choose, projects !== undefined)}
          rows={rows}
          rowKey={(row) => row.id}
          busy={list.loading}
        />
      </ListPanel>
      {invite.wanted && (
        <InviteDialog
          opened={invite.opened}
          onClose={invite.close}
          projects={projects}
          onInvited={(sentLink) => {
            invite.close();
            setChosen(null);
            showLink(sentLink);
            refresh();
          }}
        />
      )}
      {chosen?.choice.question && (
        <ActDialog key={chosen.number} {...chosen} opened={dialog.opened} onClose={close} onDone={done} />
      )}
      {chosen?.choice.key === 'projects' && projects && (
        <ProjectsDialog
          key={chosen.number}
          row={chosen.row}
          options={projects}
          opened={dialog.opened}
          onClose={close}
          onDone={() => done(null)}
        />
      )}
      {chosen?.choice.key === 'sessions' && (
        <SessionsDialog
          key={chosen.number}
          row={chosen.row}
          opened={dialog.opened}
          onClose={close}
          onChanged={refresh}
        />
      )}
      {linkMade && <LinkDialog link={link} onClose={closeLink} />}
    </>
  );
}

Staff.layout = [StaffLayout];
