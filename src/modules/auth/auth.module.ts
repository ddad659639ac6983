import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { AuthApiController } from './auth.api.controller.js';
import { LiveModule } from '../../live/index.js';
import { DemoSeed } from './demo-seed.service.js';
import { LoginExchange } from './login-exchange.js';
import { LoginPagesController } from './login.pages.controller.js';
import { LoginService } from './login.service.js';
import { LoginThrottle } from './login-throttle.js';
import { LogoutService } from './logout.service.js';
import { PasswordHasher } from './password-hasher.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { SessionStrategy } from './session.strategy.js';
import { StaffService } from './staff.service.js';
import { UsersRepository } from './users.repository.js';

/** Staff accounts and their sessions. Needs the settings, the database and the HTTP platform from global modules. */
@Module({
  imports: [LiveModule, PassportModule.register({ session: false })],
  controllers: [AuthApiController, LoginPagesController],
  providers: [
    DemoSeed,
    LoginExchange,
    LoginService,
    LoginThrottle,
    LogoutService,
    PasswordHasher,
    SessionsRepository,
    SessionsService,
    SessionStrategy,
    StaffService,
    UsersRepository,
  ],
  exports: [DemoSeed, SessionsService, StaffService],
})
export class AuthModule {}
