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

/** @returns null when there is nothing to attach */
type Builder<T extends TemplateName> = (data: MailData[T]) => Promise<MailAttachment | null>;

/**
 * Attachments of emails, built when the email is sent, so that the outbox stores no documents and they are current. Features
 * register here, because mail does not know them.
 */
@Injectable()
export class MailAttachments {
  private readonly builders = new Map<string, Builder<never>>();

  register<T extends TemplateName>(template: T, builder: Builder<T>): void {
    this.builders.set(template, builder as Builder<never>);
  }

  /** @param data as queued for that template */
  async build(template: string, data: unknown): Promise<MailAttachment[]> {
    const attachment = await this.builders.get(template)?.(data as never);
    return attachment ? [attachment] : [];
  }
}
