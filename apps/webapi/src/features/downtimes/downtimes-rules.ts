import type { WebApiDowntimesInput } from '@quatrain/contract/web-api/downtimes.ts'

const required = ['hostname', 'service', 'start_time', 'end_time'] as const

/** All violations of the downtimes: missing fields. An endpoint can have several downtimes. */
export const problemsOfDowntimes = ({ endpoints }: WebApiDowntimesInput): string[] =>
  endpoints.flatMap((downtime, index) =>
    required
      .filter((field) => downtime[field].trim() === '')
      .map((field) => `endpoints[${index}].${field} is required`),
  )
