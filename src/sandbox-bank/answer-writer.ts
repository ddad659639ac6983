import type { Request, Response } from 'express';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { signed, written, type Message } from './bank-message.js';
import type { Fault } from './fault-registry.js';
import { refusal } from './refusals.js';

const HANG_MS = 35_000;
const DRIP_MS = 100;
const HTML =
  '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>The request was blocked</h1></body></html>';

interface Job {
  request: Request;
  response: Response;
  key: string;
  fault: Fault | undefined;
  /** Carries out the request and returns the answer. */
  act: () => Message;
  /** Set for answers with nested lists, which the bank does not sign. */
  actNested?: () => object;
}

/** Answers with HTTP 200 and a signed message, unless a fault applies. */
export async function answer(job: Job): Promise<void> {
  const { fault } = job;
  if (fault === undefined || !(await answerWrongly(job, fault))) sendJson(job, textOf(job, fault));
}

/** @returns false for a fault of the message, not of the transport */
async function answerWrongly(job: Job, fault: Fault): Promise<boolean> {
  const acted = fault.commit || ACT_FIRST.has(fault.kind) ? textOf(job) : '';
  const { response } = job;
  switch (fault.kind) {
    case 'http-500':
      response.status(500).json({ error: 'Internal Server Error' });
      return true;
    case 'http-502-html':
      response.status(502).type('html').send(HTML);
      return true;
    case 'http-403-html':
      response.status(403).type('html').send(HTML);
      return true;
    case 'http-429':
      response
        .status(429)
        .set('retry-after', String(Math.ceil((fault.ms ?? 7000) / 1000)))
        .json({ error: 'Too many requests' });
      return true;
    case 'redirect-30x':
      response
        .status(302)
        .set('location', `${job.request.protocol}://${job.request.headers.host ?? ''}/elsewhere`)
        .end();
      return true;
    case 'empty':
      response.status(200).end();
      return true;
    case 'code':
      sendJson(
        job,
        written(signed(refusal(fault.code ?? 'P1006', fault.text ?? 'Invalid parameter'), job.key), 'json'),
      );
      return true;
    default:
      return answerBrokenly(job, fault, acted);
  }
}

function textOf(job: Job, fault?: Fault): string {
  if (job.actNested !== undefined) return JSON.stringify(job.actNested());
  return written(signed(job.act(), job.key, fault), 'json', fault);
}

const ACT_FIRST: ReadonlySet<string> = new Set(['truncated', 'oversize', 'slow-drip', 'reset-after-commit']);

async function answerBrokenly(job: Job, fault: Fault, acted: string): Promise<boolean> {
  const { request, response } = job;
  switch (fault.kind) {
    case 'truncated':
      sendJson(job, acted.slice(0, Math.floor(acted.length / 2)));
      return true;
    case 'oversize':
      sendJson(job, `${acted.slice(0, -1)},"padding":"${'x'.repeat(200_000)}"}`);
      return true;
    case 'reset-before':
    case 'reset-after-commit':
      request.socket.resetAndDestroy();
      return true;
    case 'hang':
      if (await goneWithin(response, fault.ms ?? HANG_MS)) return true;
      response.status(504).type('html').send(HTML);
      return true;
    case 'slow-drip':
      await drip(response, acted, fault.ms ?? DRIP_MS);
      return true;
    default:
      return false;
  }
}

function sendJson(job: Job, text: string): void {
  job.response.status(200).type('json').send(text);
}

async function drip(response: Response, text: string, everyMs: number): Promise<void> {
  response.status(200).type('json');
  for (const character of text) {
    response.write(character);
    if (await goneWithin(response, everyMs)) return;
  }
  response.end();
}

/** Waits without delaying shutdown. @returns true when the caller has disconnected meanwhile */
async function goneWithin(response: Response, ms: number): Promise<boolean> {
  const stop = new AbortController();
  const closed = once(response, 'close', { signal: stop.signal }).then(() => true);
  const waited = wait(ms, false, { signal: stop.signal, ref: false });
  try {
    return response.closed || (await Promise.race([closed, waited]));
  } finally {
    stop.abort();
    await Promise.allSettled([closed, waited]);
  }
}
