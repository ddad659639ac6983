/** The worked examples of the bank's rules. Their digests were made with another program, so they judge ours. */
export const SAMPLE_KEY = 'sandbox-key-1';

/** An invoice creation. */
export const INVOICE = {
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

/** What its message ends with, behind the two additional parameters. */
export const INVOICE_TAIL =
  '51000.0051000.00356Gold token31/12/2026asha@example.comINV2024000001T_SANDBOX19876543210https://app.example.com/api/payments/returnAsha Rao';

/** Capital letters come first. */
export const MIXED_CASES = {
  TransmissionDateTime: '20261008175302',
  acqName: 'PayPhi',
  amount: '51000.00',
  bankCode: 'HDFC',
};

/** By characters, not by numbers: the tenth stands before the second. */
export const CHARGE_HEADS = {
  chargeAmount: '10000.00',
  chargeHead1: '3000.00',
  chargeHead10: '3000.00',
  chargeHead2: '4000.00',
};

export const STATUS_QUESTION = {
  merchantID: 'T_SANDBOX1',
  merchantTxnNo: 'INV2024000001',
  originalTxnNo: 'INV2024000001',
  transactionType: 'STATUS',
};

/** A STATUS answer about a payment that was made. */
export const STATUS_ANSWER = {
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
};

/** A return through the customer’s browser. */
export const RETURN = {
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
};

/** As the live gateway sends it: with fields that no document names. */
export const RETURN_WITH_EXTRAS = {
  ...RETURN,
  TransmissionDateTime: '20261008175302',
  acqName: 'PayPhi',
  oth_charge: 'false',
  txnType: 'SALE',
};

export const STATUS_ANSWER_HASH = 'b33acbc98c63a9ded0b1f05cedb10f7612b0426c74506a91bdf2666eb345c8b8';
export const RETURN_HASH = 'ee1c933722317acc2cf173edfd9e3b35b9b8396a03df5937e8e2b79d4f26f2c5';
