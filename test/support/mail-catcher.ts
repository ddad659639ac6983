import { SMTPServer } from 'smtp-server';
import { collect } from './collected.js';
import { freePort } from './free-port.mjs';

export interface CaughtMail {
  from: string;
  to: string[];
  /** The whole message as sent. */
  raw: string;
  messageId: string;
  subject: string;
}

/** A mail server that keeps what it gets, and can be told to refuse. */
export class MailCatcher {
  readonly mails: CaughtMail[] = [];
  /** Says no to every message, as an overloaded server does. */
  refusing = false;
  private server = this.listener();
  private port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** On the same port as before, once it has had one: no outgoing connection takes it while nobody listens. */
  async open(): Promise<this> {
    this.port ||= await freePort();
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.port, '127.0.0.1', resolve);
    });
    return this;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server = this.listener();
  }

  about(text: string): CaughtMail[] {
    return this.mails.filter(({ raw }) => textPartOf(raw).includes(text));
  }

  private listener(): SMTPServer {
    return new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (this.refusing) return callback(Object.assign(new Error('try later'), { responseCode: 451 }));
          const raw = Buffer.concat(chunks).toString('utf8');
          const { mailFrom, rcptTo } = session.envelope;
          collect('mail', `${raw}\n`);
          this.mails.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw,
            messageId: headerOf(raw, 'Message-ID'),
            subject: decodedWords(headerOf(raw, 'Subject')),
          });
          return callback();
        });
      },
    });
  }
}

/** Unfolded. */
export function headerOf(raw: string, name: string): string {
  const [head = ''] = raw.split(/\r?\n\r?\n/, 1);
  const line = new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(head)?.[1] ?? '';
  return line.replace(/\r?\n[ \t]+/g, ' ');
}

/** RFC 2047, as far as our mails use it. */
export function decodedWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?(q|b)\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    );
}

/** The first text part, decoded. */
export function textPartOf(raw: string): string {
  // The whole mark between parts: a token of a link may have two dashes where its line is broken.
  const part = /Content-Type: text\/plain[^]*?\r?\n\r?\n([^]*?)\r?\n----_NmP-/i.exec(raw);
  if (!part) return '';
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(part[0])?.[1]?.toLowerCase();
  const body = part[1] ?? '';
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? quotedPrintable(body.replace(/=\r?\n/g, '')) : body;
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The parts that are files, decoded. */
export function attachmentsOf(raw: string): { filename: string; contentType: string; content: Buffer }[] {
  const parts = raw.matchAll(/Content-Type: ([\w/-]+); name="?([^"\r\n;]+)"?\r?\n([^]*?)\r?\n\r?\n([^]*?)\r?\n--/gi);
  return [...parts].map(([, contentType = '', filename = '', , body = '']) => ({
    filename,
    contentType,
    content: Buffer.from(body, 'base64'),
  }));
}
