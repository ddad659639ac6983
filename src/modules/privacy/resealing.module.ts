import { Module } from '@nestjs/common';
import { SealedValues } from './sealed-values.js';
import { SealedValuesRepository } from './sealed-values.repository.js';

/** Re-encrypts stored values after a change of ENCRYPTION_KEY; for the command line alone. */
@Module({ providers: [SealedValues, SealedValuesRepository], exports: [SealedValues] })
export class ResealingModule {}
