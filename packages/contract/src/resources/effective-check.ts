import { z } from 'zod'
import { tenantOnly } from '../kit/deployment.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { objectReference, optionalText } from '../kit/fields.ts'
import { internalApi } from '../kit/resource.ts'
import { isHostName, metricOverrides } from './metric-override.ts'

/** Where a value comes from. `box`: nobody here knows it, the monitoring box fills it in. */
const origin = z.object({
  kind: z.enum(['template', 'tenant', 'override', 'default port', 'host', 'box']),
  /** Of an override, what it is called. */
  name: z.string(),
})

const valued = z.object({ value: z.string(), origin })

/** A value of the check, with those that it took the place of, the last one first. */
const effective = valued.extend({ replaced: z.array(valued) })

const commandPart = effective.extend({
  kind: z.enum(['executable', 'host', 'timeout', 'parameter', 'attribute']),
  /** What it is called here: the attribute or the parameter. */
  name: z.string(),
  /** How it begins on the command line. */
  option: z.string(),
  /** The box fills in the value, or variables in it. */
  isOpen: z.boolean(),
})

const answer = z.object({
  metric: z.string(),
  host: z.string(),
  mtype: z.enum(['Active', 'Passive']),
  parent: z.string(),
  /** What the box runs, piece by piece in the order of the command line; nothing for a passive metric. */
  command: z.array(commandPart),
  /** How often it is run, and what else boxes are told of it. */
  config: z.array(effective.extend({ key: z.string() })),
  /** What keeps boxes from running it. */
  problems: z.array(z.string()),
  /** Names under which overrides are meant for single services of the host. */
  services: z.array(z.string()),
})

export type EffectiveCheck = z.output<typeof answer>
export type CommandPart = z.output<typeof commandPart>
export type Effective = z.output<typeof effective>
export type Origin = z.output<typeof origin>

/** Without a host it is what every host gets that no override names. */
export const effectiveCheck = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/effectivecheck`,
  summary: 'The check that monitoring boxes make of a metric for a host, each part with its origin',
  deployments: tenantOnly,
  caller: { may: 'view', resource: metricOverrides },
  query: z.strictObject({
    metric: objectReference(),
    host: optionalText(255)
      .trim()
      .default('')
      .refine((host) => host === '' || isHostName(host), 'Invalid hostname'),
  }),
  answer,
})
