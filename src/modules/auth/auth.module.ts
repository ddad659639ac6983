import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { MailModule } from '../../mail/index.js';
import { ProjectsModule } from '../projects/index.js';
import { AccessRevoker } from './access-revoker.service.js';
import { AccessPurgeRepository } from './access-purge.repository.js';
import { AccessPurge } from './access-purge.service.js';
import { AccountApiController } from './account/account.api.controller.js';
import { AccountJournal } from './account/account-journal.js';
import { OwnEventApiController } from './account/own-event.api.controller.js';
import { OwnPassword } from './account/own-password.service.js';
import { AccountPagesController } from './account/account.pages.controller.js';
import { AccountService } from './account/account.service.js';
import { PreferencesRepository } from './account/preferences.repository.js';
import { Reauthentication } from './account/reauthentication.service.js';
import { AuthApiController } from './auth.api.controller.js';
import { LiveModule } from '../../live/index.js';
import { DemoSeed } from './demo-seed.service.js';
import { ForgottenPassword } from './links/forgotten-password.service.js';
import { EmailLinkResponder } from './links/email-link-responder.js';
import { LinkPagesController } from './links/links.pages.controller.js';
import { OneTimeTokens } from './links/one-time-tokens.repository.js';
import { PasswordLinks } from './links/password-links.service.js';
import { LoginResponder } from './login-responder.js';
import { LoginPagesController } from './login.pages.controller.js';
import { LoginAdmission } from './login-admission.service.js';
import { LoginService } from './login.service.js';
import { LoginThrottle } from './login-throttle.js';
import { LogoutService } from './logout.service.js';
import { hashingCost, PasswordHasher } from './password-hasher.js';
import { TotpCodeVerifier } from './second-factor/totp-code-verifier.service.js';
import { Passwords } from './passwords.service.js';
import { RecoveryCodesService } from './second-factor/recovery-codes.service.js';
import { SecondFactorRemoval } from './second-factor/second-factor-removal.service.js';
import { TotpSecrets } from './second-factor/totp-secrets.js';
import { RecoveryCodesRepository } from './second-factor/recovery-codes.repository.js';
import { SecondFactorApiController } from './second-factor/second-factor.api.controller.js';
import { SecondFactor } from './second-factor/second-factor.service.js';
import { PendingLogin } from './second-factor/pending-login.service.js';
import { StepUpService } from './second-factor/step-up.service.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { SessionStrategy } from './session.strategy.js';
import { StaffService } from './staff.service.js';
import { AccessRules } from './staff/access-rules.repository.js';
import { StaffApiController } from './staff/staff.api.controller.js';
import { StaffAccountsService } from './staff/staff-accounts.service.js';
import { StaffLinksApiController } from './staff/staff-links.api.controller.js';
import { StaffResets } from './staff/staff-resets.service.js';
import { StaffLinks } from './staff/staff-links.service.js';
import { StaffPagesController } from './staff/staff.pages.controller.js';
import { StaffProjects } from './staff/staff-projects.service.js';
import { StaffQueries } from './staff/staff.queries.js';
import { TrustedDevices } from './trusted-devices.service.js';
import { UsersRepository } from './users.repository.js';

const SIGNING_IN = [
  TotpCodeVerifier,
  LoginAdmission,
  LoginResponder,
  LoginService,
  LoginThrottle,
  LogoutService,
  SessionStrategy,
  PendingLogin,
  TrustedDevices,
];
const SESSIONS = [
  AccessRevoker,
  AccessPurge,
  AccessPurgeRepository,
  AccessRules,
  SessionsRepository,
  SessionsService,
  StepUpService,
];
const ACCOUNTS = [
  AccountJournal,
  OwnPassword,
  Passwords,
  AccountService,
  Reauthentication,
  hashingCost,
  PasswordHasher,
  PreferencesRepository,
  RecoveryCodesRepository,
  RecoveryCodesService,
  SecondFactor,
  SecondFactorRemoval,
  TotpSecrets,
];
const LINKS = [ForgottenPassword, EmailLinkResponder, OneTimeTokens, PasswordLinks];
const STAFF = [
  DemoSeed,
  StaffAccountsService,
  StaffLinks,
  StaffProjects,
  StaffQueries,
  StaffResets,
  StaffService,
  UsersRepository,
];

/** Staff accounts and their sessions. Needs the settings, the database and the HTTP platform from global modules. */
@Module({
  imports: [LiveModule, PassportModule.register({ session: false }), MailModule, ProjectsModule],
  controllers: [
    AuthApiController,
    LoginPagesController,
    LinkPagesController,
    AccountApiController,
    OwnEventApiController,
    AccountPagesController,
    SecondFactorApiController,
    StaffApiController,
    StaffLinksApiController,
    StaffPagesController,
  ],
  providers: [...SIGNING_IN, ...SESSIONS, ...ACCOUNTS, ...LINKS, ...STAFF],
  exports: [DemoSeed, SessionsService, StaffProjects, StaffResets, StaffService],
})
export class AuthModule {}
