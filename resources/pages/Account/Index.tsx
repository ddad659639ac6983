import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import type { PageProps } from '../../../src/contracts/pages';
import { ChangePassword } from '../../components/account/change-password';
import { OwnSessions } from '../../components/account/own-sessions';
import { SecondFactor } from '../../components/account/second-factor';
import { Callout } from '../../components/ui/callout';
import { PageHeader } from '../../components/ui/page-header';
import classes from '../../components/account/account.module.css';
import { useSharedProps } from '../../hooks/use-shared-props';
import { StaffLayout } from '../../layouts/staff-layout';

export default function Account({ sessions, secondFactor, setupRequired, minLength }: PageProps['Account/Index']) {
  const { user } = useSharedProps().auth;
  return (
    <>
      <PageHeader title="Your account" subtitle={user && `${user.name}, ${user.email}`} />
      <div className={classes.panels}>
        {setupRequired && <Callout tone="warning">{OFFICE_MESSAGES.account.setupRequired}</Callout>}
        <SecondFactor state={secondFactor} />
        <ChangePassword minLength={minLength} />
        <OwnSessions sessions={sessions} />
      </div>
    </>
  );
}

Account.layout = [StaffLayout];
