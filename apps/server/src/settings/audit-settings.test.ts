import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@quatrain/platform/settings.ts'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { auditVariables, syslogOf } from './audit-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'quatrain-audit-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (environment: Readonly<Record<string, string>>) =>
  syslogOf(readSettings(z.object(auditVariables), environment))
const file = join(folder, 'ca.pem')
writeFileSync(file, 'PEM')

test('a receiver is a host with its port, and has the content of its files', () => {
  expect(read({})).toBeUndefined()
  expect(read({ QUATRAIN_AUDIT_SYSLOG: 'logs.example.org:6514', QUATRAIN_AUDIT_SYSLOG_CA_FILE: file })).toEqual({
    host: 'logs.example.org',
    port: 6514,
    ca: 'PEM',
    cert: undefined,
    key: undefined,
  })
  expect(read({ QUATRAIN_AUDIT_SYSLOG: '[::1]:6514' })).toMatchObject({ host: '::1', port: 6514 })
})

test.each([
  [{ QUATRAIN_AUDIT_SYSLOG: 'logs.example.org' }, 'QUATRAIN_AUDIT_SYSLOG: must be a host with its port'],
  [{ QUATRAIN_AUDIT_SYSLOG: 'tls://logs.example.org:1' }, 'QUATRAIN_AUDIT_SYSLOG: must be a host with its port'],
  [{ QUATRAIN_AUDIT_SYSLOG: 'logs.example.org:65536' }, 'QUATRAIN_AUDIT_SYSLOG: must be a host with its port'],
  [{ QUATRAIN_AUDIT_SYSLOG_CA_FILE: 'nowhere.pem' }, 'QUATRAIN_AUDIT_SYSLOG_CA_FILE: nowhere.pem cannot be read'],
  [{ QUATRAIN_AUDIT_SYSLOG_CERT_FILE: file }, 'QUATRAIN_AUDIT_SYSLOG_CERT_FILE: needs QUATRAIN_AUDIT_SYSLOG_KEY_FILE'],
])('%j is refused', (environment, message) => {
  expect(() => read(environment)).toThrow(message)
})
