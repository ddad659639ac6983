// A process of its own that writes audit rows beside others: node audit-writer.mjs <database url> <name> <units>
import 'reflect-metadata';
import { createDataSource } from '../../dist/src/database/data-source.js';
import { AuditHashes } from '../../dist/src/modules/audit/chain/audit-hashes.js';
import { AuditSealer } from '../../dist/src/modules/audit/chain/audit-sealer.js';
import { AuditService } from '../../dist/src/modules/audit/chain/audit.service.js';
import { UnitOfWork } from '../../dist/src/database/unit-of-work.js';
import { BackgroundTasks } from '../../dist/src/runtime/background.js';
import { SystemClock } from '../../dist/src/runtime/clock.js';
import { Vault } from '../../dist/src/runtime/vault.js';

const [url, name, units] = process.argv.slice(2);
const dataSource = await createDataSource({ url, poolSize: 5, sqliteDriver: 'libsql' }).initialize();
const uow = new UnitOfWork(dataSource);
const clock = new SystemClock();
const background = new BackgroundTasks();
const sealer = new AuditSealer(uow, clock, new AuditHashes(new Vault(Buffer.from('k'.repeat(32)))), background);
const audit = new AuditService(uow, clock, sealer);

const unit = (number) =>
  uow
    .run(async () => {
      await audit.write({ action: 'payment.created', subjectType: 'payment', subjectId: `${name}-${number}` });
      // Others come in between: their ids are higher, their commit is earlier.
      await new Promise((resolve) => setTimeout(resolve, (number * 7) % 30));
      if (number % 5 === 0) throw new Error('undone');
    })
    .catch((error) => {
      if (!(error instanceof Error) || error.message !== 'undone') throw new Error('not written', { cause: error });
    });

for (let done = 0; done < Number(units); done += 10)
  await Promise.all(Array.from({ length: 10 }, (_, index) => unit(done + index)));
await background.settle();
await dataSource.destroy();
