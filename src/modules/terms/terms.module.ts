import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/index.js';
import { Consents } from './consents.service.js';
import { PublicTerms } from './public-terms.service.js';
import { TermsAgreementsRepository } from './terms-agreements.repository.js';
import { TermsVersionsRepository } from './terms-versions.repository.js';
import { Terms } from './terms.service.js';

/** Terms of projects, and who agreed to them (docs/product.md#terms). Commands and payments load it; its routes are TermsAdminModule. */
@Module({
  imports: [ProjectsModule],
  providers: [Consents, PublicTerms, Terms, TermsAgreementsRepository, TermsVersionsRepository],
  exports: [Consents, PublicTerms, Terms, ProjectsModule],
})
export class TermsModule {}
