import { Module } from '@nestjs/common';
import { Erasure } from './erasure.service.js';
import { PersonalDataQueries } from './personal-data.queries.js';
import { PersonLookup } from './person-lookup.repository.js';
import { PrivacyReport } from './privacy-report.service.js';
import { PersonalDataRepository } from './personal-data.repository.js';

/** Personal data of customers and its erasure. Needs the database, the vault and the settings from global modules. */
@Module({
  providers: [Erasure, PersonalDataQueries, PersonLookup, PrivacyReport, PersonalDataRepository],
  exports: [Erasure, PersonLookup, PrivacyReport],
})
export class PrivacyModule {}
