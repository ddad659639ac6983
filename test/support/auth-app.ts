import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { IsEmail, IsString } from 'class-validator';
import { pino } from 'pino';
import { type Settings, settingsFrom } from '../../src/config/env.js';
import { SettingsModule } from '../../src/config/settings.module.js';
import { AuditLogModule } from '../../src/modules/audit/index.js';
import { DatabaseModule } from '../../src/database/database.module.js';
import { Refusal } from '../../src/runtime/refusal.js';
import {
  HttpPlatformModule,
  installHttpPlatform,
  IsRupees,
  IsTrimmedText,
  Public,
  RateLimit,
  Roles,
} from '../../src/http/index.js';
import { inertiaMiddleware, InertiaModule, InertiaRuntime } from '../../src/inertia/index.js';
import { AuthModule, DemoSeed } from '../../src/modules/auth/index.js';
import { Clock } from '../../src/runtime/clock.js';
import { RuntimeModule } from '../../src/runtime/runtime.module.js';
import { FakeClock } from './fake-clock.js';
import { emptyDatabase } from './test-database.js';

/** A clock that tests move. Starts at the real present, since cookies and libraries have clocks of their own. */
export class MovableClock extends FakeClock {
  constructor() {
    super(0);
  }
}

class NoteDto {
  @IsTrimmedText({ min: 2, max: 10, tooShort: 'Name must be at least 2 characters' })
  name: string;

  @IsString()
  @IsEmail({}, { message: 'Invalid email format' })
  email: string;

  @IsRupees()
  amount: number;
}

@Controller()
class ProbeController {
  @Get('dashboard')
  @Roles('sales_manager')
  dashboard() {
    return { page: 'dashboard' };
  }

  @Get('admin/dashboard')
  @Roles('admin')
  admin() {
    return { page: 'admin' };
  }

  @Get('api/admin-only')
  @Roles('admin')
  adminApi() {
    return { success: true, data: null };
  }

  @Get('api/forgotten')
  forgotten() {
    return 'never seen';
  }

  @Post('api/notes')
  @Roles('sales_manager')
  @HttpCode(201)
  note(@Body() body: NoteDto) {
    return { success: true, data: body };
  }

  @Get('payment/:paymentId')
  @Public()
  payment() {
    return 'a payment';
  }

  @Post('payment/verify')
  @Public()
  @HttpCode(200)
  verify(@Body() body: object) {
    return body;
  }

  @Get('api/broken')
  @Public()
  broken(): never {
    throw new Error('secret detail');
  }

  @Get('api/bank-down')
  @Public()
  bankDown(): never {
    throw new Refusal('BANK_UNAVAILABLE', { message: 'The bank could not be reached.', retryAfterSeconds: 7 });
  }

  @Get('api/limited')
  @Public()
  @RateLimit({ name: 'limited', limit: 2, windowMs: 60_000 })
  limited() {
    return { success: true, data: null };
  }
}

export interface AuthApp {
  app: NestExpressApplication;
  settings: Settings;
  clock: MovableClock;
  url: string;
  close(): Promise<void>;
}

/** The HTTP platform and the auth module on a fresh database file, listening on a port of its own. */
export async function startAuthApp(change: Partial<Settings> = {}): Promise<AuthApp> {
  const directory = mkdtempSync(join(tmpdir(), 'tokendesk-auth-'));
  const database = await emptyDatabase();
  const base = settingsFrom({
    NODE_ENV: 'test',
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
  });
  const settings = { ...base, ...change };
  const logger = pino({ level: 'silent' });
  const module = await Test.createTestingModule({
    imports: [
      SettingsModule.forRoot(settings),
      RuntimeModule,
      DatabaseModule.forRoot({ server: true }),
      AuditLogModule.forRoot({ server: true }),
      HttpPlatformModule,
      InertiaModule.forRoot({
        assets: { mode: 'dev', origin: 'http://localhost:5173' },
        appName: 'TokenDesk',
        share: () => ({}),
        ssr: { enabled: false },
        cookie: { secure: false, key: settings.encryptionKey },
        logger: { warn: () => undefined, error: () => undefined },
      }),
      AuthModule,
    ],
    controllers: [ProbeController],
  })
    .overrideProvider(Clock)
    .useClass(MovableClock)
    .compile();
  const app = module.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
  const inertia = app.get(InertiaRuntime);
  installHttpPlatform(app, settings, {
    logger,
    inertia: inertiaMiddleware(inertia),
    inlineStyles: inertia.assets.inlineStyleSources,
  });
  await app.listen(0, '127.0.0.1');
  await app.get(DemoSeed).run();
  return {
    app,
    settings,
    clock: app.get<MovableClock>(Clock),
    url: await app.getUrl(),
    close: async () => {
      await app.close();
      await database.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
