import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { CounterReconciler } from '../../src/modules/payment-lists/index.js';
import type { TestApp } from './test-app.js';

/** Moves a payment into another project, which the product never does, with the counters. */
export async function moveToProject(
  test: TestApp,
  paymentId: string,
  projectId: number,
  catalogueVersionId?: number,
): Promise<void> {
  const uow = test.get(UnitOfWork);
  const version = catalogueVersionId === undefined ? '' : `, catalogue_version_id = ${catalogueVersionId}`;
  await uow.run(async (tx) => {
    await tx.query(`UPDATE payments SET project_id = ?${version} WHERE public_id = ?`, [projectId, paymentId]);
    await new CounterReconciler(uow).repair();
  });
}
