import { performance } from 'node:perf_hooks';
import type { Figures } from './worker-messages.js';

/** Figures of the primary process of several workers, as `prom-client` exports gauges: the primary does not load it. */
export class PrimaryFigures {
  private seen = performance.eventLoopUtilization();

  read(): Figures {
    const { rss, heapUsed } = process.memoryUsage();
    const before = this.seen;
    this.seen = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(this.seen, before);
    return [
      gauge('tokendesk_primary_resident_memory_bytes', 'Resident memory of the primary process', rss),
      gauge('tokendesk_primary_heap_bytes', 'Heap in use of the primary process', heapUsed),
      gauge(
        'tokendesk_primary_busy_ratio',
        'Share of the time since the last scrape in which the primary process worked',
        utilization,
      ),
    ];
  }
}

function gauge(name: string, help: string, value: number): object {
  return { name, help, type: 'gauge', values: [{ value, labels: {} }], aggregator: 'first' };
}
