import type { DocumentedResult } from '../../contracts/testing.js';
import { hashMessageV1, secureHashV1, secureHashV2, verifySecureHash } from '../../domain/bank-hash/secure-hash.js';

export interface DocumentedVector {
  id: string;
  title: string;
  /** Names and values; a text is a JSON body, hashed as V2. */
  message: Record<string, string | boolean | null> | string;
  expectedHash: string;
}

/** The published key of the worked examples, also the sandbox bank's. */
export const DOCUMENTED_KEY = 'sandbox-key-1';

const INVOICE = {
  addlParam1: 'gold',
  addlParam2: 'direct',
  chargeAmount: '51000.00',
  chargeHead1: '51000.00',
  currencyCode: '356',
  desc: 'Gold token',
  dueDate: '31/12/2026',
  emailID: 'asha@example.com',
  invoiceNo: 'INV2024000001',
  merchantId: 'T_SANDBOX1',
  mobileNo: '9876543210',
  paymentReturnURL: 'https://app.example.com/api/payments/return',
  userName: 'Asha Rao',
};

/** An invoice creation: the example that the hash test computes beside the caller's payload. */
export const DOCUMENTED_EXAMPLE: DocumentedVector = {
  id: '2',
  title: 'Invoice creation',
  message: INVOICE,
  expectedHash: '0d759d1780a68d37482e2cce5f0f2b3e0e7b4502b62248791874b42c1788d684',
};

/** A return through the customer's browser, with its hash. */
export const DOCUMENTED_RETURN = {
  fields: {
    addlParam1: 'gold',
    amount: '51000.00',
    bankCode: '',
    chargeAmount: '51000.00',
    customerEmailID: 'asha@example.com',
    customerMobileNo: '9876543210',
    invoiceNo: 'INV2024000001',
    invoiceStatus: 'PAID',
    merchantId: 'T_SANDBOX1',
    merchantTxnNo: 'INV2024000001',
    paymentDateTime: '20261008175302',
    paymentID: '700788003737',
    paymentMode: 'NB',
    paymentSubInstType: 'HDFC Bank',
    respDescription: 'Transaction successful',
    responseCode: '0000',
    txnID: '7700230883725',
  },
  merchantId: 'T_SANDBOX1',
  expectedHash: 'ee1c933722317acc2cf173edfd9e3b35b9b8396a03df5937e8e2b79d4f26f2c5',
};

/** Worked examples of the hash (docs/bank-protocol.md#hash). Their digests were computed by another program. */
export const DOCUMENTED_VECTORS: readonly DocumentedVector[] = [
  {
    id: '1',
    title: 'The published rule: values in the order of their names',
    message: { name: 'aa', param1: 'abc', param2: 'xyz' },
    expectedHash: 'a4f41203463093aee5cbd965bf9877ffab4e42da4e37521848c9104ebc6746d7',
  },
  DOCUMENTED_EXAMPLE,
  {
    id: '3',
    title: 'Invoice creation, an empty field is left out',
    message: { ...INVOICE, addlParam2: '' },
    expectedHash: '72126e54bd2a9fe96ec081cb9a2281563542e474b25b7ef5699dd3858a605648',
  },
  {
    id: '4',
    title: 'Invoice creation, 0 counts as content',
    message: { ...INVOICE, addlParam2: '0' },
    expectedHash: '9e0458b562b82016f337b291331a03f2618eefb5e9a4aa72d26065fc096df20f',
  },
  {
    id: '6',
    title: 'Capital letters come first',
    message: { TransmissionDateTime: '20261008175302', acqName: 'PayPhi', amount: '51000.00', bankCode: 'HDFC' },
    expectedHash: 'e4f02cc7f4c10bab5d8b1669b797c2e01dcb3c0645c58453d68142eafa801319',
  },
  {
    id: '6c',
    title: 'chargeHead10 comes before chargeHead2',
    message: { chargeAmount: '10000.00', chargeHead1: '3000.00', chargeHead10: '3000.00', chargeHead2: '4000.00' },
    expectedHash: '5ce865db597b5f07fb4cdfab612e5d710ab8c0d08a1016f1ae402ec913b6a8d9',
  },
  {
    id: '10b',
    title: 'STATUS question',
    message: {
      merchantID: 'T_SANDBOX1',
      merchantTxnNo: 'INV2024000001',
      originalTxnNo: 'INV2024000001',
      transactionType: 'STATUS',
    },
    expectedHash: 'c2fb5b11c808b1305984a1c014990b45c0bdea4b145038a3ba642fa6a8bb491b',
  },
  {
    id: '11',
    title: 'STATUS answer, a boolean false is left out',
    message: {
      TransmissionDateTime: '20261008175302',
      amount: '51000.00',
      merchantId: 'T_SANDBOX1',
      merchantTxnNo: 'INV2024000001',
      oth_charge: false,
      paymentDateTime: '20261008175302',
      paymentMode: 'NB',
      respDescription: 'Request processed successfully',
      responseCode: '000',
      txnID: '7700230883725',
      txnRespDescription: 'Transaction successful',
      txnResponseCode: '0000',
      txnStatus: 'SUC',
    },
    expectedHash: 'b33acbc98c63a9ded0b1f05cedb10f7612b0426c74506a91bdf2666eb345c8b8',
  },
  {
    id: '12',
    title: 'Return through the browser',
    message: DOCUMENTED_RETURN.fields,
    expectedHash: DOCUMENTED_RETURN.expectedHash,
  },
  {
    id: '14',
    title: 'V2: the exact JSON body of an invoice creation',
    message: JSON.stringify(INVOICE),
    expectedHash: '961c8c2fb77e3bc18c73b79fbb90721d0c4c92cb1afca4c7c820632a3215f421',
  },
];

export function recompute({ id, title, message, expectedHash }: DocumentedVector): DocumentedResult {
  const isBody = typeof message === 'string';
  const generatedHash = isBody ? secureHashV2(message, DOCUMENTED_KEY) : secureHashV1(message, DOCUMENTED_KEY);
  return {
    id,
    title,
    messageString: isBody ? message : hashMessageV1(message),
    expectedHash,
    generatedHash,
    match: verifySecureHash(generatedHash, expectedHash),
  };
}
