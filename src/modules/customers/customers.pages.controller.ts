import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { PageProps } from '../../contracts/pages.js';
import { toRupees } from '../../domain/money/money.js';
import { DEFAULT_PROJECT_ID } from '../../domain/projects/project-rules.js';
import { Public, Roles } from '../../http/index.js';
import { inertiaOf } from '../../inertia/index.js';
import { Catalogues } from '../catalogue/index.js';

@Controller()
export class CustomersPagesController {
  constructor(
    private readonly catalogues: Catalogues,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('customer-form')
  @Roles('admin', 'sales_manager')
  async form(@Req() request: Request) {
    return inertiaOf(request).render('Customers/New', await this.formProps());
  }

  /** Cached by the service worker and shown in place of the form while offline; the same for everybody. */
  @Get('customer-form/offline')
  @Public()
  async offline(@Req() request: Request) {
    return inertiaOf(request).render('Customers/Offline', await this.formProps());
  }

  private async formProps(): Promise<PageProps['Customers/New']> {
    const tiers = await this.catalogues.offered(DEFAULT_PROJECT_ID);
    return {
      catalogue: tiers.map(({ tokenType, name, price }) => ({ type: tokenType, label: name, amount: toRupees(price) })),
      referenceTypes: [
        { value: 'direct', label: 'Direct' },
        { value: 'channelPartner', label: 'Channel partner' },
      ],
      linkTtlHours: this.settings.linkTtlHours,
    };
  }
}
