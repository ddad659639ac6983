import { TokenCounterEntity } from '../../database/entities/token.entity.js';
import type { UnitOfWork } from '../../database/unit-of-work.js';

/**
 * The next number of a series. The counter's row stays locked until the unit of work under way commits, so numbers are unique,
 * increasing, and without gaps after a rollback.
 */
export async function nextNumber(uow: UnitOfWork, series: TokenCounterEntity['tokenType']): Promise<number> {
  if (!uow.isActive) throw new Error('numbers of a series are issued inside a unit of work');
  const counters = uow.manager.getRepository(TokenCounterEntity);
  const { affected } = await counters.increment({ tokenType: series }, 'lastNumber', 1);
  if (affected !== 1) throw new Error(`no counter for ${series}`);
  return (await counters.findOneByOrFail({ tokenType: series })).lastNumber;
}
