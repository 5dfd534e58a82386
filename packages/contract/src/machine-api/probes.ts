import { z } from 'zod'
import { tenantOnly } from '../kit/deployment.ts'
import { defineEndpoint, defineRead } from '../kit/endpoint.ts'
import { candidateStatuses, submittedLengths } from '../resources/probe-candidate.ts'

/** `YYYY-MM-DD HH:MM:SS` in the server's local time zone: operators compare it with the local time. */
const localTime = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

export const machineProbes = defineRead({
  path: '/api/v2/probes',
  summary: 'Probe candidates with their status, by name',
  deployments: tenantOnly,
  caller: 'api-key',
  scope: 'probes',
  answer: z.array(
    z.object({ name: z.string(), status: z.enum(candidateStatuses), created: localTime, last_update: localTime }),
  ),
})

const fieldsOfBody = Object.entries(submittedLengths).map(([name, maxLength]) => [name, { type: 'string', maxLength }])

/** Submitters rely on the order and the wording of these errors; only one is reported at a time. */
export const submitProbe = defineEndpoint({
  method: 'POST',
  precondition: 'none',
  path: '/api/v2/probes',
  summary: 'Submit a probe candidate, as JSON or as a form',
  deployments: tenantOnly,
  caller: 'api-key',
  scope: 'submit_probes',
  body: z.unknown().meta({
    type: 'object',
    properties: Object.fromEntries(fieldsOfBody),
    required: ['name', 'docurl', 'command', 'contact'],
  }),
  answer: z.object({ detail: z.string() }),
})
