import { Controller, Get, Header, Inject } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import { Clock } from '../runtime/clock.js';
import { Public } from './decorators.js';
import { DAY_MS } from '../domain/calendar/durations.js';

/** RFC 9116 recommends less than a year, so that old copies expire. */
const VALID_DAYS = 180;

/** Contact for private reports of vulnerabilities (RFC 9116). */
@Controller()
@Public()
export class SecurityContactController {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  @Get('.well-known/security.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  contact(): string {
    const expires = new Date(this.clock.now().getTime() + VALID_DAYS * DAY_MS);
    return [
      `Contact: mailto:${this.settings.company.supportEmail}`,
      `Expires: ${expires.toISOString()}`,
      `Canonical: ${this.settings.appUrl}/.well-known/security.txt`,
      'Preferred-Languages: en, hi',
      '',
    ].join('\n');
  }
}
