import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { SettingsModule } from './config/settings.module.js';
import { SETTINGS, type Settings } from './config/settings.token.js';
import { DatabaseModule } from './database/database.module.js';
import { DemoModule } from './demo/demo.module.js';
import { AnalyticsController } from './http/analytics.controller.js';
import { CspReportController } from './http/security/csp-report.controller.js';
import { MetricsController } from './http/metrics.controller.js';
import { HealthController } from './http/health.controller.js';
import { SecurityContactController } from './http/security-contact.controller.js';
import { GatewaySettingsModule } from './gateway-settings.module.js';
import { HttpPlatformModule } from './http/index.js';
import { InertiaModule } from './inertia/index.js';
import { inertiaOptionsOf } from './inertia-options.js';
import { AdminModule } from './modules/admin/index.js';
import { AuditLogModule, AuditModule } from './modules/audit/index.js';
import { AuthModule } from './modules/auth/index.js';
import { CalendarApiModule } from './modules/calendar/index.js';
import { CustomersModule } from './modules/customers/index.js';
import { FindingModule } from './modules/finding/index.js';
import { LiveStreamsModule } from './modules/live/index.js';
import { DayCloseModule } from './modules/day-close/index.js';
import { PaymentListsModule } from './modules/payment-lists/index.js';
import { ProjectAccessModule, ProjectsAdminModule, ProjectsModule, SalesEvents } from './modules/projects/index.js';
import { PaymentsModule } from './modules/payments/index.js';
import { QuotaAdminModule } from './modules/quota/index.js';
import { ReceiptsModule } from './modules/receipts/index.js';
import { RefundsModule } from './modules/refunds/index.js';
import { ReviewsModule } from './modules/reviews/index.js';
import { SalesModule } from './modules/sales/index.js';
import { SettlementsModule } from './modules/settlements/index.js';
import { TestingPagesModule } from './modules/testing/index.js';
import { CatalogueAdminModule } from './modules/catalogue/index.js';
import { TermsAdminModule } from './modules/terms/index.js';
import { UpgradesModule } from './modules/upgrades/index.js';
import { WebAppModule } from './modules/web-app/index.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { RuntimeModule } from './runtime/runtime.module.js';
import { workerThreadFile } from './worker-thread-file.js';

/** The server: every module, with its jobs and pages. */
@Module({})
export class AppModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.forRoot(settings),
        RuntimeModule.withThread(workerThreadFile()),
        DatabaseModule.forRoot({ server: true }),
        AuditLogModule.forRoot({ server: true }),
        PaymentListsModule.forRoot({ server: true }),
        GatewaySettingsModule,
        HttpPlatformModule,
        ProjectAccessModule,
        InertiaModule.forRootAsync({
          imports: [ProjectsModule],
          inject: [SETTINGS, SalesEvents],
          useFactory: inertiaOptionsOf,
        }),
        ScheduleModule.forRoot(),
        AuthModule,
        CalendarApiModule,
        CustomersModule,
        PaymentsModule.forRoot({ http: true, job: true }),
        RefundsModule.forRoot({ http: true }),
        UpgradesModule.forRoot({ http: true }),
        ReceiptsModule.forRoot({ http: true }),
        ReviewsModule,
        AuditModule.forRoot({ http: true }),
        SettlementsModule.forRoot({ http: true }),
        DayCloseModule.forRoot({ http: true }),
        AdminModule,
        FindingModule,
        SalesModule,
        CatalogueAdminModule,
        TermsAdminModule,
        ProjectsAdminModule,
        QuotaAdminModule,
        LiveStreamsModule,
        OpenApiModule,
        WebAppModule,
        // Without the setting the routes do not exist (docs/product.md#test-pages).
        ...(settings.testPages ? [TestingPagesModule] : []),
        DemoModule,
      ],
      controllers: [
        HealthController,
        MetricsController,
        AnalyticsController,
        CspReportController,
        SecurityContactController,
      ],
    };
  }
}
