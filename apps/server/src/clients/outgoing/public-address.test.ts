import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each([
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::7f00:1', false],
  ['::7f00:1', false],
  ['2002:7f00:1::', false],
  ['localhost', false],
])('%s belongs to a host of the public internet: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})
