import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, dropColumns } from '../ddl.js';

/** Raised when an account stops trusting the devices that signed in to it. */
export class DeviceTrust1764000600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'users', [columnsFor(runner).count('device_epoch', { default: '0' })]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'users', ['device_epoch']);
  }
}
