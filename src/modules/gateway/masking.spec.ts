import { describe, expect, it } from '@jest/globals';
import { RETURN_HASH as HASH } from '../../../test/support/bank-samples.js';
import { maskAnswer, maskRequest } from './masking.js';

describe('masking', () => {
  it('hides persons and hashes, keeps references', () => {
    expect(
      JSON.parse(
        maskRequest({
          secureHash: HASH,
          emailID: 'asha@example.com',
          mobileNo: '9876543210',
          userName: 'Asha Rao',
          customerEmailID: 'no-at',
          invoiceNo: '9876543210',
          txnID: '7700230883725',
          respDescription: 'call asha@example.com or +919876543210',
          oth_charge: false,
        }),
      ),
    ).toEqual({
      secureHash: 'ee1c93…',
      emailID: 'a•••@example.com',
      mobileNo: '•••••• 3210',
      userName: 'A•••',
      customerEmailID: '•••',
      invoiceNo: '9876543210',
      txnID: '7700230883725',
      respDescription: 'call a•••@example.com or +91 •••••• 3210',
      oth_charge: false,
    });
  });
  it('hides what it can in text that is no JSON', () => {
    expect(maskAnswer(`<p>asha@example.com 9876543210 ${HASH} sandbox-key-1</p>`, 'sandbox-key-1')).toBe(
      '<p>a•••@example.com •••••• 3210 ee1c93… [key]</p>',
    );
  });
  it('leaves the end of an account number in a list', () => {
    expect(maskAnswer('[{"account_no":"50100012345678"}]')).toBe('[{"account_no":"••••5678"}]');
  });
  it('cuts at 4 kB without half characters', () => {
    const cut = maskAnswer('₹'.repeat(5000), 'sandbox-key-1');
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(4096);
    expect(cut).toMatch(/^₹+$/);
  });
});
