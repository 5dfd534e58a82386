import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { objectReference, optionalText } from '../kit/fields.ts'
import { isHostName, metricOverrides } from './metric-override.ts'

/**
 * Where a value comes from. `secrets file`: the file of secrets that the monitoring box has, under the name that the
 * value gives. `box`: not known here, the box fills it in or leaves the part out.
 */
const origin = z.object({
  kind: z.enum(['template', 'tenant', 'override', 'default port', 'host', 'secrets file', 'box']),
  /** Of an override, what it is called. */
  name: z.string(),
  /** Of an override, the attribute whose value this is, where it is another than that of the part. */
  attribute: z.string().optional(),
})

/**
 * What may still change a value, and is not known here. `box`: the value itself; `variable`: variables in it;
 * `topology`: the extension that the topology has for the host under the name of the attribute takes its place.
 */
const openEnd = z.enum(['box', 'variable', 'topology'])

const valued = z.object({ value: z.string(), origin })

/** A value of the check, with those that it took the place of, the last one first. */
const effective = valued.extend({ replaced: z.array(valued) })

const commandPart = effective.extend({
  kind: z.enum(['executable', 'host', 'timeout', 'parameter', 'attribute']),
  /** What it is called here: the attribute or the parameter. */
  name: z.string(),
  /** How it begins on the command line. */
  option: z.string(),
  openEnds: z.array(openEnd),
})

/** An attribute that boxes leave out on every host, since an override sets its option as a parameter for some host. */
const leftOutAttribute = z.object({
  name: z.string(),
  option: z.string(),
  /** Which overrides set the parameter, and for which hosts and services. */
  overrides: z.array(z.string()),
  hosts: z.array(z.string()),
})

const answer = z.object({
  metric: z.string(),
  host: z.string(),
  mtype: z.enum(['Active', 'Passive']),
  parent: z.string(),
  /** What the box runs, piece by piece in the order of the command line; nothing for a passive metric. */
  command: z.array(commandPart),
  /** Attributes of the metric that are not in the command, and have nothing in their place. */
  leftOut: z.array(leftOutAttribute),
  /** How often it is run, and what else boxes are told of it. */
  config: z.array(effective.extend({ key: z.string() })),
  /** What keeps boxes from running it, or from running it as it is meant. */
  problems: z.array(z.string()),
  /** Names under which overrides are meant for single services of the host. */
  services: z.array(z.string()),
})

export type EffectiveCheck = z.output<typeof answer>
export type CommandPart = z.output<typeof commandPart>
export type LeftOutAttribute = z.output<typeof leftOutAttribute>
export type OpenEnd = z.output<typeof openEnd>
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
