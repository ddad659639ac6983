import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { PageProps } from '../../contracts/pages.js';
import { toRupees } from '../../domain/money/money.js';
import { priceOf, TOKEN_TYPES, tokenLabel } from '../../domain/payment/token-catalogue.js';
import { DEFAULT_PROJECT_ID } from '../../domain/projects/project-rules.js';
import { Public, Roles } from '../../http/index.js';
import { inertiaOf } from '../../inertia/index.js';
import { Quotas } from '../quota/index.js';

@Controller()
export class CustomersPagesController {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly quotas: Quotas,
  ) {}

  @Get('customer-form')
  @Roles('admin', 'sales_manager')
  async form(@Req() request: Request) {
    const unitsLeft = await this.quotas.left(DEFAULT_PROJECT_ID);
    const limited = unitsLeft.length === 0 ? {} : { unitsLeft };
    return inertiaOf(request).render('Customers/New', { ...formProps(this.settings), ...limited });
  }

  /** Cached by the service worker and shown in place of the form while offline; the same for everybody. */
  @Get('customer-form/offline')
  @Public()
  offline(@Req() request: Request) {
    return inertiaOf(request).render('Customers/Offline', formProps(this.settings));
  }
}

function formProps(settings: Settings): PageProps['Customers/New'] {
  return {
    catalogue: TOKEN_TYPES.map((type) => ({ type, label: tokenLabel(type), amount: toRupees(priceOf(type)) })),
    referenceTypes: [
      { value: 'direct', label: 'Direct' },
      { value: 'channelPartner', label: 'Channel partner' },
    ],
    linkTtlHours: settings.linkTtlHours,
  };
}
