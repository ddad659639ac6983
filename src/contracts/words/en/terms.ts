import type { Parts } from '../parts.js';

/** The terms on the payment page, their own page, and the line on the receipt. */
export const TERMS = {
  terms: {
    title: 'Terms',
    heading: 'Before you pay',
    rera: 'RERA registration',
    authority: 'Check it with the authority',
    newTab: 'opens in a new tab',
    readAll: 'Read the full terms',
    version: (version: string, from: string) => `Version ${version}, in force from ${from}`,
    agree: 'I have read the terms and agree to them.',
    back: 'Back to the payment',
    promoter: 'Promoter',
    englishOnly: 'These terms are in English.',
    receipt: 'Terms agreed to',
    receiptValue: (version: number, language: string, at: unknown): Parts => [`Version ${version} (${language}), `, at],
  },
};
