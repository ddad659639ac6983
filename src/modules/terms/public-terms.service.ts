import { Injectable } from '@nestjs/common';
import type { PublicTermsPage } from '../../contracts/projects.js';
import type { Language } from '../../contracts/words/languages.js';
import { istDayOf } from '../../domain/calendar/ist-day.js';
import { Clock } from '../../runtime/clock.js';
import { Projects } from '../projects/index.js';
import { TermsVersionsRepository } from './terms-versions.repository.js';

const NUMBER = /^[1-9]\d{0,5}$/;

/** The whole text of a version, for the holder of a payment link. */
@Injectable()
export class PublicTerms {
  constructor(
    private readonly projects: Projects,
    private readonly versions: TermsVersionsRepository,
    private readonly clock: Clock,
  ) {}

  /** @returns null for a version that is unknown or has not begun */
  async find(
    payment: { publicId: string; projectId: number },
    number: string,
    language: Language,
  ): Promise<PublicTermsPage | null> {
    const today = istDayOf(this.clock.now());
    const version = NUMBER.test(number)
      ? await this.versions.findBegun(payment.projectId, Number(number), today)
      : null;
    if (!version) return null;
    const project = await this.projects.getById(payment.projectId);
    const hindi = language === 'hi' ? version.bodyHi : null;
    const { legalName, address, supportEmail, supportPhone, reraNumber, reraUrl, name } = project;
    return {
      paymentId: payment.publicId,
      version: String(version.number),
      effectiveFrom: version.effectiveFrom,
      language: hindi === null ? 'en' : 'hi',
      body: hindi ?? version.bodyEn,
      legalName,
      address,
      supportEmail,
      supportPhone,
      rera: reraNumber === null ? null : { projectName: name, number: reraNumber, url: reraUrl },
    };
  }
}
