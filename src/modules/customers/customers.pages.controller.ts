import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { PageProps } from '../../contracts/pages.js';
import { toRupees } from '../../domain/money/money.js';
import { DEFAULT_PROJECT_ID } from '../../domain/projects/project-rules.js';
import { AnyProject, CurrentUser, type Principal, Public, Roles } from '../../http/index.js';
import { inertiaOf } from '../../inertia/index.js';
import { Clock } from '../../runtime/clock.js';
import { Catalogues } from '../catalogue/index.js';
import { SalesEvents } from '../projects/index.js';
import { Quotas } from '../quota/index.js';

@Controller()
export class CustomersPagesController {
  constructor(
    private readonly catalogues: Catalogues,
    private readonly quotas: Quotas,
    private readonly events: SalesEvents,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** What the project sells in which the person works. */
  @Get('customer-form')
  @AnyProject()
  @Roles('admin', 'sales_manager')
  async form(@CurrentUser() user: Principal, @Req() request: Request) {
    const projectId = await this.events.projectOf(user);
    const unitsLeft = projectId === null ? [] : await this.quotas.left(projectId);
    return inertiaOf(request).render('Customers/New', {
      ...(await this.formProps(projectId ?? DEFAULT_PROJECT_ID)),
      unitsLeft,
    });
  }

  /** Cached by the service worker and shown in place of the form while offline; the same for everybody. */
  @Get('customer-form/offline')
  @Public()
  async offline(@Req() request: Request) {
    const form = await this.formProps(DEFAULT_PROJECT_ID);
    return inertiaOf(request).render('Customers/Offline', { ...form, asOf: this.clock.now().toISOString() });
  }

  private async formProps(projectId: number): Promise<PageProps['Customers/New']> {
    const tiers = await this.catalogues.offered(projectId);
    return {
      catalogue: tiers.map(({ code, tokenType, name, price }) => ({
        code,
        type: tokenType,
        label: name,
        amount: toRupees(price),
      })),
      referenceTypes: [
        { value: 'direct', label: 'Direct' },
        { value: 'channelPartner', label: 'Channel partner' },
      ],
      linkTtlHours: this.settings.linkTtlHours,
    };
  }
}
