import { readFile } from 'node:fs/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.token.js';
import type { ProjectEntity } from '../database/entities/project.entity.js';
import type { ProjectLogoEntity } from '../database/entities/project-logo.entity.js';
import type { MailOutboxEntity } from '../database/entities/mail-outbox.entity.js';
import { companyOf } from '../domain/projects/project-company.js';
import { Vault } from '../runtime/vault.js';
import { LOGO_CID } from './email-html.js';
import { renderEmail } from './email-rendering.js';
import { type MailAttachment, MailAttachments } from './mail-attachments.js';
import { MailProjects } from './mail-projects.queries.js';
import { mailDigest, type OutgoingMail, writtenMailName } from './mail-transport.js';
import { renderTemplate } from './templates/index.js';

/** Makes the email of a queued row: its template, rendered, with its attachments. */
interface InlineLogo {
  attachment: MailAttachment;
  /** Pixels. */
  width: number;
  height: number;
}

@Injectable()
export class MailComposer {
  private readonly logger = new Logger(MailComposer.name);

  constructor(
    private readonly attachments: MailAttachments,
    private readonly vault: Vault,
    private readonly projects: MailProjects,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async compose(mail: MailOutboxEntity): Promise<OutgoingMail> {
    const { appUrl, mailFrom } = this.settings;
    const queued = JSON.parse(mail.data) as object;
    const document = await this.orWithout(mail, () => this.attachments.read(mail.template, queued));
    const data: unknown = { ...queued, ...document?.facts };
    const project = await this.projectOf(data);
    const company = project ? companyOf(this.settings.company, project) : this.settings.company;
    const context = { appUrl, companyName: company.name, open: (sealed: string) => this.vault.open(sealed) };
    const message = renderTemplate(mail.template, data, context);
    const logo = (await this.logoOf(project)) ?? (await this.companyLogo());
    const printed = document && (await this.orWithout(mail, () => document.print()));
    return {
      ...renderEmail(message, { company, logo: logo && { width: logo.width, height: logo.height } }),
      attachments: [...(logo ? [logo.attachment] : []), ...(printed ? [printed] : [])],
      from: mailFrom,
      to: mail.recipient,
      date: mail.createdAt,
      messageId: `<${mailDigest(mail.dedupeKey)}@${new URL(appUrl).hostname}>`,
      fileName: writtenMailName(mail),
    };
  }

  /** Who writes: the project of the payment that the email is about; null: the company of the settings. */
  private async projectOf(data: unknown): Promise<ProjectEntity | null> {
    const paymentId = (data as { paymentId?: unknown } | null)?.paymentId;
    return typeof paymentId === 'string' ? this.projects.find(paymentId) : null;
  }

  private async logoOf(project: ProjectEntity | null): Promise<InlineLogo | null> {
    const { logoDigest, logoWidth: width = null, logoHeight: height = null } = project ?? {};
    const logo = logoDigest ? await this.projects.logo(logoDigest) : null;
    if (logo === null || width === null || height === null) return null;
    return { attachment: inlineLogo(logo.type, logo.bytes), width, height };
  }

  /** The picture was there at the start. Without it the email goes out with the name's first letter. */
  private async companyLogo(): Promise<InlineLogo | null> {
    const { logo } = this.settings.company;
    if (logo === null) return null;
    try {
      const { width, height } = logo;
      return { attachment: inlineLogo('image/png', await readFile(logo.file)), width, height };
    } catch (error) {
      this.logger.error({ msg: 'email sent without the logo', err: error });
      return null;
    }
  }

  /** A failed attachment delays the email once; the next attempt sends it without. */
  private async orWithout<T>(mail: MailOutboxEntity, attach: () => Promise<T>): Promise<T | null> {
    try {
      return await attach();
    } catch (error) {
      if (mail.attempts < 2) throw error;
      this.logger.error({ msg: 'email sent without its attachment', mail: mail.id, err: error });
      return null;
    }
  }
}

function inlineLogo(contentType: ProjectLogoEntity['type'], content: Buffer): MailAttachment {
  const filename = contentType === 'image/png' ? 'logo.png' : 'logo.jpg';
  return { filename, contentType, content, cid: LOGO_CID, contentDisposition: 'inline' };
}
