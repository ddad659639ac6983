import { Module } from '@nestjs/common';
import { Erasure } from './erasure.service.js';
import { HeldRows } from './held-rows.js';
import { People } from './people.js';
import { PrivacyReport } from './privacy-report.service.js';
import { RowEraser } from './row-eraser.js';

/** What is held about customers, and its erasure. Needs the database, the vault and the settings from global modules. */
@Module({
  providers: [Erasure, HeldRows, People, PrivacyReport, RowEraser],
  exports: [Erasure, People, PrivacyReport],
})
export class PrivacyModule {}
