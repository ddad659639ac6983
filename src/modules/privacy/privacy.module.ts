import { Module } from '@nestjs/common';
import { Erasure } from './erasure.service.js';
import { LateExchanges } from './late-exchanges.repository.js';
import { PersonalDataQueries } from './personal-data.queries.js';
import { PersonLookup } from './person-lookup.repository.js';
import { PrivacyReport } from './privacy-report.service.js';
import { PersonalDataRepository } from './personal-data.repository.js';

/** Personal data of customers and its erasure. Needs the database, the vault and the settings from global modules. */
@Module({
  providers: [Erasure, LateExchanges, PersonalDataQueries, PersonLookup, PrivacyReport, PersonalDataRepository],
  exports: [Erasure, LateExchanges, PersonLookup, PrivacyReport],
})
export class PrivacyModule {}
