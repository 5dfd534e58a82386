import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { defineRead } from '../kit/endpoint.ts'
import { objectReference, optionalText } from '../kit/fields.ts'
import { isHostName, metricOverrides } from './metric-override.ts'
import { metricTypes } from './metric-settings.ts'

/**
 * The origin of a value. `secrets file` is the secrets file of the monitoring box, under the name in the value. `box` is unknown to the
 * console; the box fills in the value or leaves the part out.
 */
const origin = z.object({
  kind: z.enum(['template', 'tenant', 'override', 'default port', 'host', 'topology', 'secrets file', 'box']),
  /** The name of the override or of the extension, if the value comes from one. */
  name: z.string(),
  /** The attribute of the override that sets this value, if its name differs from that of the part. */
  attribute: z.string().optional(),
})

/**
 * What can still change a value on the box. `box`: the box sets the value itself; `variable`: the value contains
 * variables; `topology`: an extension of the host with the name of the attribute, which is not known, replaces it.
 */
const openEnd = z.enum(['box', 'variable', 'topology'])

const valued = z.object({ value: z.string(), origin })

/** A value of the check, with the values that it replaced, the latest first. */
const effective = valued.extend({ replaced: z.array(valued) })

export const commandPart = effective.extend({
  kind: z.enum(['executable', 'host', 'timeout', 'parameter', 'attribute']),
  /** The name of the attribute or parameter. */
  name: z.string(),
  /** The option that precedes it on the command line. */
  option: z.string(),
  openEnds: z.array(openEnd),
})

/**
 * An attribute that boxes leave out. `parameter`: on every host, because an override sets its option as a parameter for
 * some host. `extension`: it is an extension of the topology, this host does not have it as boxes need it, and some
 * endpoints whose service type has the metric lack it. `no https`: `info_URL` of the host does not begin with `https:`.
 * `empty`: its global value is empty.
 */
const leftOutAttribute = z.object({
  name: z.string(),
  option: z.string(),
  because: z.enum(['parameter', 'extension', 'no https', 'empty']),
  /** The overrides that cause it, or that have no effect because of it. */
  overrides: z.array(z.string()),
  /** The hosts and services that the parameter is set for. */
  hosts: z.array(z.string()),
  /** The endpoints whose service type has the metric, and those that lack the extension. */
  endpoints: z.int().optional(),
  lacking: z.int().optional(),
})

const answer = z.object({
  metric: z.string(),
  host: z.string(),
  mtype: z.enum(metricTypes),
  parent: z.string(),
  /** The command line of the box, part by part; null for a passive metric. */
  command: z.array(commandPart),
  /** Attributes of the metric that are not in the command and that nothing replaces. */
  leftOut: z.array(leftOutAttribute),
  /** The schedule, and the other settings that boxes receive. */
  config: z.array(effective.extend({ key: z.string() })),
  /** What prevents boxes from running the check, or from running it as intended. */
  problems: z.array(z.string()),
  /** Names by which overrides refer to single services of the host. */
  services: z.array(z.string()),
  /** The reason why the extensions of the host are not known; absent if they are. */
  topology: z.string().optional(),
})

export type EffectiveCheck = z.output<typeof answer>
export type CommandPart = z.output<typeof commandPart>
export type LeftOutAttribute = z.output<typeof leftOutAttribute>
export type OpenEnd = z.output<typeof openEnd>
export type Effective = z.output<typeof effective>
export type Origin = z.output<typeof origin>

/** Returns the check of one host; without a host, the check of every host that no override names. */
export const effectiveCheck = defineRead({
  path: `${internalApi}/effectivecheck`,
  summary: 'The effective check of a metric for a host, each part with its origin',
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
