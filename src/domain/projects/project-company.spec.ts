import { expect, it } from '@jest/globals';
import { companyOf } from './project-company.js';

const NONE = { name: null, legalName: null, address: null, supportEmail: null, supportPhone: null };
const COMPANY = {
  name: 'Sky Homes',
  legalName: null,
  officeAddress: 'Pune',
  supportPhone: '+91 20 1234',
  supportEmail: 'help@sky.test',
};

it.each([
  [COMPANY, NONE, {}],
  [COMPANY, { ...NONE, legalName: 'Meadows LLP' }, { legalName: 'Meadows LLP' }],
  // The token is sold by somebody: the company of the settings where the project names nobody.
  [COMPANY, { ...NONE, name: 'Meadows' }, { name: 'Meadows', legalName: 'Sky Homes' }],
  [{ ...COMPANY, legalName: 'Sky Private Limited' }, { ...NONE, name: 'Meadows' }, { name: 'Meadows' }],
  [
    COMPANY,
    { name: 'Meadows', legalName: 'Meadows LLP', address: 'Nashik', supportEmail: 'm@m.test', supportPhone: '+91 1' },
    {
      name: 'Meadows',
      legalName: 'Meadows LLP',
      officeAddress: 'Nashik',
      supportEmail: 'm@m.test',
      supportPhone: '+91 1',
    },
  ],
])('%j with the project %j: %j', (company, project, changes) => {
  expect(companyOf(company, project)).toEqual({ ...company, ...changes });
});
