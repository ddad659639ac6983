import { describe, expect, it } from '@jest/globals';
import { callerNetwork } from './caller-network.js';

describe('one caller of the limits', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
    ['not an address', 'unknown'],
    ['203.0.113.9, 198.51.100.1', 'unknown'],
    ['203.0.113.256', 'unknown'],
  ])('%s: %s', (address, network) => {
    expect(callerNetwork(address)).toBe(network);
  });

  it('is unknown without an address', () => {
    expect(callerNetwork(undefined)).toBe('unknown');
  });
});
