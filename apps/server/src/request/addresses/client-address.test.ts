import { expect, test } from 'vitest'
import { clientAddressOf } from './client-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64', '0:0:0:0::/64'],
  ['', '', ''],
  ['no address', 'no address', 'no address'],
])('%j belongs to %j in %j', (address, host, network) => {
  expect(clientAddressOf(address)).toEqual({ host, network })
})
