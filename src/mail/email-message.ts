import type { Settings } from '../config/settings.token.js';
import type { Language } from '../contracts/words/languages.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';

/** An email before rendering: plain strings, exactly as they are to be read. */
export interface EmailMessage {
  language: Language;
  subject: string;
  /** The heading, in a few words. */
  title: string;
  greeting: string;
  /** The amount that the email is about. */
  amount?: { label: string; figure: string; words?: string };
  /** What the customer holds. */
  token?: { label: string; number: string; type: TokenType; note?: string };
  paragraphs: string[];
  facts: [label: string, value: string][];
  link?: { label: string; url: string };
}

/** The number in one line of text. */
export function numberOf({ number, note }: NonNullable<EmailMessage['token']>): string {
  return note ? `${number} (${note})` : number;
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** Sender details of every email. */
export interface Sender {
  company: Settings['company'];
  /** Pixels of the picture that is attached under the Content-ID of the logo; null without one. */
  logo: { width: number; height: number } | null;
}
