import { hostname } from 'node:os'
import type { LoggedRow } from './logged-rows.repository.ts'

/** Facility 13 (log audit), severity 6 (informational). */
const priority = 13 * 8 + 6

/** Every receiver should take messages of this many bytes (RFC 5425, 4.3.1); many cut off longer ones. */
const maxBytes = 8_192

/**
 * A row as a message of RFC 5424. Tenant and number are structured data, by which a receiver recognises repeats; the text is the row
 * as JSON, without its documents if it would be too long.
 */
export function syslogMessage(row: LoggedRow): string {
  const { at, tenant, tenant_id, number, before: _before, after: _after, ...rest } = row
  const parameters = Object.entries({ tenant: tenant ?? '', tenantId: tenant_id, number })
  const data = `[quatrain@32473 ${parameters.map(([name, value]) => `${name}="${escaped(String(value))}"`).join(' ')}]`
  const header = `<${priority}>1 ${at} ${machine} quatrain - activity ${data} \uFEFF`
  const complete = header + JSON.stringify(row)
  if (Buffer.byteLength(complete) <= maxBytes) return complete
  return header + JSON.stringify({ tenant, tenant_id, number, at, ...rest, documents_left_out: true })
}

const escaped = (value: string) => value.replace(/["\\\]]/g, '\\$&')

const machine =
  hostname()
    .replace(/[^\x21-\x7e]/g, '')
    .slice(0, 255) || '-'
