import { parentPort, workerData } from 'node:worker_threads';
import { DELIVER_EMAIL } from './mail/deliver-email.task.js';
import { RECEIPT_PDF } from './modules/receipts/receipt-pdf.task.js';
import { serveTasks } from './runtime/tasks/task-messages.js';
import type { TaskSettings } from './runtime/tasks/task.js';

// The program of the worker thread (docs/adr/0026-worker-thread-and-workers.md). It loads neither Nest nor a database driver.
if (parentPort) serveTasks(parentPort, workerData as TaskSettings, [DELIVER_EMAIL, RECEIPT_PDF]);
