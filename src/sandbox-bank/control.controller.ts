import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AdviceSender } from './advice-sender.js';
import { BankContext } from './bank-context.js';
import { FAULT_TARGETS, type Fault, type FaultTarget } from './fault-registry.js';
import { Scheduler } from './scheduler.js';
import { OUTCOME_NAMES } from './outcomes.js';
import { Portal } from './portal.js';
import { readRawBody } from './raw-body.js';
import { BankRefundService } from './bank-refund.service.js';
import { BankSettlementService } from './bank-settlement.service.js';
import type { SandboxSettings } from './sandbox-options.js';

type Order = Readonly<Record<string, unknown>>;

/** Lets tests and developers control the bank. */
@Controller('__control')
export class ControlController {
  private readonly operations: Readonly<Record<string, (order: Order) => object>> = {
    fault: (order) => this.fault(order),
    'clear-faults': () => (this.bank.faults.clear(), {}),
    configure: (order) => this.configure(order),
    outcome: (order) => this.outcome(order),
    advice: (order) => this.advice(order),
    reverse: (order) => ({ reversed: this.portal.reverse(this.invoice(order)) }),
    'settle-refunds': (order) => this.settleRefunds(order),
    'return-refund': (order) => ({ returned: this.refunds.giveUp(text(order, 'refundRef') ?? '') }),
    settle: (order) => this.settle(order),
    'advance-clock': (order) => (this.bank.clock.advance(number(order, 'ms') ?? 0), {}),
    reset: () => this.reset(),
  };

  constructor(
    private readonly bank: BankContext,
    private readonly portal: Portal,
    private readonly refunds: BankRefundService,
    private readonly advices: AdviceSender,
    private readonly settlements: BankSettlementService,
    private readonly watch: Scheduler,
  ) {}

  @Get()
  list(@Res() response: Response): void {
    this.watch.tick();
    const { state, settings, faults, clock } = this.bank;
    const { invoices, refunds, advices, settlements } = state.toJSON();
    const now = new Date(clock.nowMs()).toISOString();
    response.json({
      now,
      ledger: state.ledger(),
      invoices,
      refunds,
      advices,
      settlements,
      faults: faults.list(),
      settings,
    });
  }

  @Post()
  async control(@Req() request: Request, @Res() response: Response): Promise<void> {
    try {
      const order = JSON.parse(await readRawBody(request)) as Order;
      const operation = this.operations[String(order['op'])];
      if (operation === undefined) throw new Error(`unknown op; there are: ${Object.keys(this.operations).join(', ')}`);
      const result = operation(order);
      this.watch.tick();
      response.json({ ok: true, ...result });
    } catch (error) {
      response.status(400).json({ ok: false, error: error instanceof Error ? error.message : String(error) });
    }
  }

  private fault(order: Order): object {
    const on = text(order, 'on') as FaultTarget | undefined;
    if (on === undefined || !FAULT_TARGETS.includes(on))
      throw new Error(`"on" must be one of: ${FAULT_TARGETS.join(', ')}`);
    const optional = {
      invoiceNo: text(order, 'invoiceNo'),
      ms: number(order, 'ms'),
      code: text(order, 'code'),
      text: text(order, 'text'),
    };
    const given = Object.entries(optional).filter(([, value]) => value !== undefined);
    const fault = {
      on,
      kind: text(order, 'kind') ?? '',
      times: number(order, 'times') ?? 1,
      commit: order['commit'] === true,
    };
    this.bank.faults.add({ ...fault, ...Object.fromEntries(given) } as Fault);
    return {};
  }

  private configure(order: Order): object {
    const { op: _op, ...wanted } = order;
    const unknown = Object.keys(wanted).filter((name) => !(name in this.bank.initialSettings));
    if (unknown.length > 0) throw new Error(`unknown settings: ${unknown.join(', ')}`);
    this.bank.settings = { ...this.bank.settings, ...(wanted as Partial<SandboxSettings>) };
    return { settings: this.bank.settings };
  }

  private outcome(order: Order): object {
    const way = this.portal.press(this.invoice(order), order['outcome'], text(order, 'bank'));
    if (way === undefined) throw new Error(`unknown outcome; there are: ${OUTCOME_NAMES.join(', ')}`);
    return { return: way };
  }

  private advice(order: Order): object {
    const invoice = this.invoice(order);
    const txnId = text(order, 'txnId');
    const transaction =
      txnId === undefined ? invoice.transactions.at(-1) : invoice.transactions.find((each) => each.txnId === txnId);
    if (transaction === undefined) throw new Error('nobody has tried to pay this invoice');
    const format = text(order, 'format') === 'json' ? ('json' as const) : undefined;
    const [delayMs, copies] = [number(order, 'delayMs') ?? 0, number(order, 'copies') ?? 1];
    const scheduled = this.advices.schedule(invoice, transaction, {
      delayMs,
      copies,
      ...(format === undefined ? {} : { format }),
    });
    this.bank.state.save();
    return { scheduled };
  }

  private settleRefunds(order: Order): object {
    const refundRef = text(order, 'refundRef');
    const result = text(order, 'result') === 'REJ' ? 'REJ' : 'SUC';
    return {
      settled: this.refunds.settle(result, (refund) => refundRef === undefined || refund.refundRef === refundRef),
    };
  }

  /** `date` as `YYYY-MM-DD`; tomorrow when not given. */
  private settle(order: Order): object {
    const date = text(order, 'date');
    if (date !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error('"date" must be YYYY-MM-DD');
    const settlements = this.settlements.settleNow(date?.replaceAll('-', ''));
    return { settlement: settlements[0] ?? null, settlements };
  }

  private reset(): object {
    const { state, faults, clock, initialSettings } = this.bank;
    state.clear();
    faults.clear();
    clock.reset();
    this.bank.settings = { ...initialSettings };
    return {};
  }

  private invoice(order: Order) {
    const wanted = text(order, 'invoiceNo');
    const invoice = [...this.bank.state.invoices.values()].find(({ invoiceNo }) => invoiceNo === wanted);
    if (invoice === undefined) throw new Error('no such invoice');
    return invoice;
  }
}

function text(order: Order, name: string): string | undefined {
  const value = order[name];
  return typeof value === 'string' ? value : undefined;
}

function number(order: Order, name: string): number | undefined {
  const value = order[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
