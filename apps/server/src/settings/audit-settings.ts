import { readFileSync } from 'node:fs'
import { SettingError } from '@quatrain/platform/settings.ts'
import { z } from 'zod'
import type { SyslogReceiver } from '#clients/syslog/send-syslog.ts'

const isAddress = (text: string) => /^(?:\[[\da-fA-F:.]+\]|[^\s:/[\]]+):\d{1,5}$/.test(text) && portOf(text) <= 65_535

const portOf = (address: string) => Number(address.slice(address.lastIndexOf(':') + 1))

export const auditVariables = {
  QUATRAIN_AUDIT_SYSLOG: z
    .string()
    .refine(isAddress, 'must be a host with its port such as logs.example.org:6514')
    .optional(),
  QUATRAIN_AUDIT_SYSLOG_CA_FILE: z.string().optional(),
  QUATRAIN_AUDIT_SYSLOG_CERT_FILE: z.string().optional(),
  QUATRAIN_AUDIT_SYSLOG_KEY_FILE: z.string().optional(),
}

const variables = z.object(auditVariables)

/** The address of the receiver, without the files that a connection needs. */
export const auditReceiver = variables.pick({ QUATRAIN_AUDIT_SYSLOG: true })

type Variables = z.output<typeof variables>

/** The receiver of the activity log; undefined if none is set. Throws `SettingError` for a file that cannot be read. */
export function syslogOf(settings: Variables): SyslogReceiver | undefined {
  const { QUATRAIN_AUDIT_SYSLOG: address } = settings
  const [ca, cert, key] = [
    fileOf(settings, 'QUATRAIN_AUDIT_SYSLOG_CA_FILE'),
    fileOf(settings, 'QUATRAIN_AUDIT_SYSLOG_CERT_FILE'),
    fileOf(settings, 'QUATRAIN_AUDIT_SYSLOG_KEY_FILE'),
  ]
  if ((cert === undefined) !== (key === undefined)) {
    throw new SettingError(
      'QUATRAIN_AUDIT_SYSLOG_CERT_FILE: needs QUATRAIN_AUDIT_SYSLOG_KEY_FILE, and the other way round',
    )
  }
  if (address === undefined) return undefined
  const host = address.slice(0, address.lastIndexOf(':')).replace(/^\[|\]$/g, '')
  return { host, port: portOf(address), ca, cert, key }
}

function fileOf(settings: Variables, name: keyof Variables): string | undefined {
  const file = settings[name]
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new SettingError(`${name}: ${file} cannot be read`)
  }
}
