import { Injectable } from '@nestjs/common';
import type { MailData, TemplateName } from './templates/index.js';

export interface MailAttachment {
  /** ASCII. */
  filename: string;
  contentType: string;
  content: Uint8Array;
  /** Shown in the email itself, by this Content-ID. */
  cid?: string;
  contentDisposition?: 'inline';
}

/** The document of an email, as it stands when the email is sent. */
export interface MailDocument<T extends TemplateName> {
  /** What the email's text has to say as the document does, in place of what was true when it was queued. */
  facts: Partial<MailData[T]>;
  print: () => Promise<MailAttachment>;
}

/** @returns null when there is nothing to attach */
type Builder<T extends TemplateName> = (data: MailData[T]) => Promise<MailDocument<T> | null>;

/** @returns false when what the email tells has changed since it was queued */
type Check<T extends TemplateName> = (data: MailData[T]) => Promise<boolean>;

/** Templates that are mailed with a document, or only while what they tell is still so. */
const READ_WHEN_SENT: readonly TemplateName[] = ['receipt', 'receipt-copy', 'refund-accepted'];

/**
 * Documents attached to emails, read and printed when the email is sent, so that the outbox stores none and they are current; and
 * whether there is still anything to tell by then. Features register here, because mail does not know them.
 */
@Injectable()
export class MailAttachments {
  private readonly builders = new Map<string, Builder<never>>();
  private readonly checks = new Map<string, Check<never>>();

  register<T extends TemplateName>(template: T, builder: Builder<T>): void {
    this.builders.set(template, builder as Builder<never>);
  }

  /** Emails of the template are dropped, not sent, once `check` says so. */
  registerCheck<T extends TemplateName>(template: T, check: Check<T>): void {
    this.checks.set(template, check as Check<never>);
  }

  /** Templates that this process cannot read for: their emails stay queued for one that can. */
  unbuildable(): TemplateName[] {
    return READ_WHEN_SENT.filter((template) => !this.builders.has(template) && !this.checks.has(template));
  }

  /** @param data as queued for that template */
  async isCurrent(template: string, data: unknown): Promise<boolean> {
    return (await this.checks.get(template)?.(data as never)) ?? true;
  }

  /** @param data as queued for that template */
  async read(template: string, data: unknown): Promise<MailDocument<TemplateName> | null> {
    return (await this.builders.get(template)?.(data as never)) ?? null;
  }
}
