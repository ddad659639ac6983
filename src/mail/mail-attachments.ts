import { Injectable } from '@nestjs/common';
import type { MailData, TemplateName } from './templates/index.js';

export interface MailAttachment {
  /** ASCII. */
  filename: string;
  contentType: string;
  content: Buffer;
}

/** @returns null when there is nothing to attach */
type Builder<T extends TemplateName> = (data: MailData[T]) => Promise<MailAttachment | null>;

/**
 * What features attach to mails. It is made when the mail is sent, so that the outbox keeps no documents and the mail carries
 * the latest state. Features put themselves here, because mail knows nothing of them.
 */
@Injectable()
export class MailAttachments {
  private readonly builders = new Map<string, Builder<never>>();

  register<T extends TemplateName>(template: T, builder: Builder<T>): void {
    this.builders.set(template, builder as Builder<never>);
  }

  /** @param data as it was queued for that template */
  async build(template: string, data: unknown): Promise<MailAttachment[]> {
    const attachment = await this.builders.get(template)?.(data as never);
    return attachment ? [attachment] : [];
  }
}
