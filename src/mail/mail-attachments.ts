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

/** Templates that are mailed with a document. */
const WITH_DOCUMENT: readonly TemplateName[] = ['receipt', 'receipt-copy'];

/**
 * Documents attached to emails, read and printed when the email is sent, so that the outbox stores none and they are current.
 * Features register here, because mail does not know them.
 */
@Injectable()
export class MailAttachments {
  private readonly builders = new Map<string, Builder<never>>();

  register<T extends TemplateName>(template: T, builder: Builder<T>): void {
    this.builders.set(template, builder as Builder<never>);
  }

  /** Templates whose document this process cannot build: their emails stay queued for one that can. */
  unbuildable(): TemplateName[] {
    return WITH_DOCUMENT.filter((template) => !this.builders.has(template));
  }

  /** @param data as queued for that template */
  async read(template: string, data: unknown): Promise<MailDocument<TemplateName> | null> {
    return (await this.builders.get(template)?.(data as never)) ?? null;
  }
}
