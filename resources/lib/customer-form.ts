import type { CreateLinkRequest } from '../../src/contracts/links';
import { MESSAGES } from '../../src/contracts/messages';
import type { CatalogueEntry } from '../../src/contracts/pages';
import { REFERENCE_TYPES, type ReferenceType, type TokenType } from '../../src/domain/payment/token-catalogue';
import { isVisibleName } from '../../src/domain/people/person-name';
import { isLifetimeChoice, type LifetimeChoice } from './lifetimes';

export interface CustomerForm {
  customerName: string;
  customerEmail: string;
  phone: string;
  /** Code of the tier; empty while none is chosen. */
  tierCode: string;
  referenceType: ReferenceType | '';
  brokerName: string;
  expiry: LifetimeChoice;
  /** Why a second link is made beside an open one. */
  duplicateReason: string;
}

export type ContactFields = Pick<CustomerForm, 'customerName' | 'customerEmail' | 'phone'>;

export type CustomerField = keyof CustomerForm;
export type CustomerErrors = Partial<Record<CustomerField, string>>;

export const EMPTY_CUSTOMER: CustomerForm = {
  customerName: '',
  customerEmail: '',
  phone: '',
  tierCode: '',
  referenceType: 'direct',
  brokerName: '',
  expiry: '',
  duplicateReason: '',
};

/** The placeholders, which the messages for empty fields quote. */
export const PLACEHOLDERS: Readonly<Record<CustomerField, string>> = {
  customerName: 'Customer name',
  customerEmail: 'Customer email',
  phone: 'Mobile number',
  tierCode: 'Token type',
  referenceType: 'Reference type',
  brokerName: 'Broker name',
  expiry: 'Link time',
  duplicateReason: 'Reason',
};

/** In the order of the screen: the first wrong one is where the cursor goes. */
export const FIELD_ORDER: readonly CustomerField[] = [
  'tierCode',
  'customerName',
  'customerEmail',
  'phone',
  'referenceType',
  'brokerName',
  'expiry',
  'duplicateReason',
];

const SHORTEST_NAME = 2;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const MOBILE = /^[6-9]\d{9}$/;

/** Ten digits, with or without spaces, a leading zero or the country's code. */
export function mobileDigits(typed: string): string {
  return typed.replaceAll(/[\s()-]/g, '').replace(/^(?:\+91|0091|91(?=\d{10}$)|0)/, '');
}

/** For quick answers only, as all that follows; the server decides. */
export function checkContact(form: ContactFields): Pick<CustomerErrors, keyof ContactFields> {
  const errors: CustomerErrors = {};
  const name = form.customerName.trim();
  const email = form.customerEmail.trim();
  if (!name) errors.customerName = MESSAGES.form.required(PLACEHOLDERS.customerName);
  else if (name.length < SHORTEST_NAME) errors.customerName = MESSAGES.form.nameShort;
  else if (!isVisibleName(name)) errors.customerName = MESSAGES.form.nameInvisible;
  if (!email) errors.customerEmail = MESSAGES.form.required(PLACEHOLDERS.customerEmail);
  else if (!EMAIL.test(email)) errors.customerEmail = MESSAGES.form.email;
  if (form.phone.trim() && !MOBILE.test(mobileDigits(form.phone))) errors.phone = MESSAGES.form.phone;
  return errors;
}

/** @param needsReason the person has an open link of that tier already */
export function checkCustomer(form: CustomerForm, needsReason: boolean): CustomerErrors {
  const errors: CustomerErrors = checkContact(form);
  if (form.tierCode === '') errors.tierCode = MESSAGES.form.required(PLACEHOLDERS.tierCode);
  if (!REFERENCE_TYPES.some((type) => type === form.referenceType)) {
    errors.referenceType = MESSAGES.form.required(PLACEHOLDERS.referenceType);
  }
  if (needsReason && !form.duplicateReason.trim()) {
    errors.duplicateReason = MESSAGES.form.required(PLACEHOLDERS.duplicateReason);
  }
  return errors;
}

/**
 * @param tier what the catalogue says of the chosen one
 * @param needsReason a reason typed for another person's link is not sent
 */
export function toRequest(
  form: CustomerForm,
  { code, type: tokenType, amount }: CatalogueEntry,
  needsReason: boolean,
): CreateLinkRequest & { tokenType: TokenType } {
  const phone = mobileDigits(form.phone);
  const brokerName = form.brokerName.trim();
  const duplicateReason = form.duplicateReason.trim();
  return {
    amount,
    currency: 'INR',
    customerData: {
      name: form.customerName.trim(),
      email: form.customerEmail.trim(),
      ...(phone ? { phone } : {}),
    },
    tokenType,
    ...(code === tokenType ? {} : { tierCode: code }),
    referenceType: form.referenceType as ReferenceType,
    ...(form.referenceType === 'channelPartner' && brokerName ? { brokerName } : {}),
    ...(form.expiry && isLifetimeChoice(form.expiry) ? { expiry: form.expiry } : {}),
    ...(needsReason && duplicateReason ? { duplicateReason } : {}),
  };
}

/** The form that a request was made from. */
export function formOf(request: Omit<CreateLinkRequest, 'panCard'>): CustomerForm {
  const { name, email, phone } = request.customerData;
  return {
    customerName: name,
    customerEmail: email,
    phone: phone ?? '',
    tierCode: request.tierCode ?? request.tokenType ?? '',
    referenceType: request.referenceType,
    brokerName: request.brokerName ?? '',
    expiry: request.expiry ?? '',
    duplicateReason: request.duplicateReason ?? '',
  };
}

const SERVER_FIELDS: Readonly<Record<string, CustomerField>> = {
  'customerData.name': 'customerName',
  'customerData.email': 'customerEmail',
  'customerData.phone': 'phone',
  customerName: 'customerName',
  customerEmail: 'customerEmail',
  customerPhone: 'phone',
  name: 'customerName',
  email: 'customerEmail',
  phone: 'phone',
  tokenType: 'tierCode',
  tierCode: 'tierCode',
  amount: 'tierCode',
  referenceType: 'referenceType',
  brokerName: 'brokerName',
  expiry: 'expiry',
  duplicateReason: 'duplicateReason',
};

/** The server's texts on the fields they belong to; what belongs to none is for the whole form. */
export function fromServer(details: Record<string, string>): { fields: CustomerErrors; rest: string[] } {
  const fields: CustomerErrors = {};
  const rest: string[] = [];
  for (const [name, text] of Object.entries(details)) {
    const field = SERVER_FIELDS[name];
    if (field) fields[field] ??= text;
    else rest.push(text);
  }
  return { fields, rest };
}

/** What can be asked about open links already: a tier, and a person by e-mail or number. Null while there is too little. */
export function personOf(
  form: CustomerForm,
  catalogue: CatalogueEntry[],
): { tier: CatalogueEntry; email: string; phone: string } | null {
  const email = form.customerEmail.trim();
  const phone = mobileDigits(form.phone);
  const known = { email: EMAIL.test(email) ? email : '', phone: MOBILE.test(phone) ? phone : '' };
  const tier = catalogue.find(({ code }) => code === form.tierCode);
  return tier && (known.email || known.phone) ? { tier, ...known } : null;
}
