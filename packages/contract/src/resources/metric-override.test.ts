import { expect, test } from 'vitest'
import { isHostName } from './metric-override.ts'

test.each([
  ...['host.example.org', '10.0.0.1', 'host.example.org_endpoint.1', 'web__host.example.org', 'my_host', 'HOST-1'],
  ...['host.example.org.', 'host.example.org._web', '2001:db8::1', '::1', '::ffff:10.0.0.1', '2001:db8::1_web.1'],
  ...['żółw.example.org', 'xn--w-uga1v8h.example.org', '例え.テスト', 'हिन्दी.example.org'],
])('%s is a host that the topology can have', (host) => {
  expect(isHostName(host)).toBe(true)
})

test.each(['', 'host:80', '-a', 'a-', 'a..b', '.', 'a.-b', '[::1]', '2001:db8', ':::', '1::2::3', 'a b', 'a/b', 'é_é'])(
  '%j is none',
  (host) => {
    expect(isHostName(host)).toBe(false)
  },
)
