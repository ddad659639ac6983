import { router } from '@inertiajs/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { StaffRow } from '../../../src/contracts/accounts';
import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import { ActDialog } from '../../components/staff/act-dialog';
import { InviteDialog } from '../../components/staff/invite-dialog';
import { LinkDialog } from '../../components/staff/link-dialog';
import { SessionsDialog } from '../../components/staff/sessions-dialog';
import { requestOf, type StaffChoice } from '../../components/staff/staff-acts';
import { staffColumns } from '../../components/staff/staff-columns';
import { TotpRuleSwitch } from '../../components/staff/totp-rule-switch';
import { DataTable } from '../../components/ui/data-table';
import { UserPlusIcon } from '../../components/ui/icons';
import { ListPanel } from '../../components/ui/list-panel';
import { noMatch } from '../../components/ui/no-match';
import { PageHeader } from '../../components/ui/page-header';
import { SearchBox } from '../../components/ui/search-box';
import { useAct } from '../../hooks/use-act';
import { useDialog } from '../../hooks/use-dialog';
import { useListVisit } from '../../hooks/use-list-visit';
import { StaffLayout } from '../../layouts/staff-layout';
import { toast } from '../../lib/toasts';

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

export default function Staff({ rows, pagination, filters, totpRequired }: PageProps['Admin/Staff']) {
  const list = useListVisit({ path: ROUTES.adminStaff, only: LISTED, failed: MESSAGES.staff.loadFailed });
  const invite = useDialog();
  const dialog = useDialog();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const { run } = useAct(MESSAGES.staff.failed);

  const change = (changed: Partial<typeof filters>, replace = false) =>
    list.visit({ ...filters, page: 1, ...changed }, { replace });
  const refresh = () => void list.refresh();
  const close = () => {
    dialog.close();
    chosen?.opener?.focus();
  };
  const choose = (row: StaffRow, choice: StaffChoice, opener: HTMLElement | null) => {
    if (choice.question || choice.key === 'sessions') {
      setChosen((last) => ({ row, choice, opener, number: (last?.number ?? 0) + 1 }));
      dialog.open();
      return;
    }
    const { path, method, body } = requestOf(row, choice.key);
    void run(path, body, refresh, method).then((worked) => {
      if (!worked) toast('error', MESSAGES.staff.failed);
    });
  };
  const done = (told: string | null) => {
    close();
    setLink(told);
    // Of oneself: the sessions have ended, and the server says where to go.
    if (chosen?.row.isSelf) router.visit(ROUTES.adminStaff);
    else refresh();
  };

  return (
    <>
      <PageHeader
        title="Staff"
        actions={
          <Button leftSection={<UserPlusIcon />} onClick={invite.open}>
            Invite staff
          </Button>
        }
      />
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
          columns={staffColumns(choose)}
          rows={rows}
          rowKey={(row) => row.id}
          busy={list.loading}
        />
      </ListPanel>
      <InviteDialog
        opened={invite.opened}
        onClose={invite.close}
        onInvited={(told) => {
          invite.close();
          setLink(told);
          refresh();
        }}
      />
      {chosen && chosen.choice.key !== 'sessions' && (
        <ActDialog key={chosen.number} {...chosen} opened={dialog.opened} onClose={close} onDone={done} />
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
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </>
  );
}

Staff.layout = [StaffLayout];
