// The configuration of a tenant or of the catalogue as a whole: read, compared with files, and applied as a change request.
import { z } from 'zod'
import { effects, write } from '../change-requests/change-request.ts'
import type { Data } from '../compare/field.ts'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineAction, defineRead, megabyte } from '../kit/endpoint.ts'
import { moment, objectReference, optionalText, requiredText } from '../kit/fields.ts'

const shared = { deployments: everywhere, caller: 'user', userKeys: 'accepted' } as const
const path = `${internalApi}/configuration` as const

/** More than the objects of any known tenant. */
const maxObjects = 10_000

const object = z.object({
  kind: z.string(),
  name: z.string(),
  /** The fields of its writes, without those that have their default. */
  spec: z.custom<Data>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
})

/** The kinds that files can have, in the order in which they refer to each other: those of the catalogue, then those of tenants. */
export const kindsInFiles = [
  ...(['defaultport', 'yumrepo', 'package', 'probe', 'metrictag', 'metrictemplate', 'servicetype', 'metric'] as const),
  ...(['metricprofile', 'thresholdsprofile', 'aggregationprofile', 'report', 'metricoverride'] as const),
]
export const managedKinds: ReadonlySet<string> = new Set(kindsInFiles)

/** Whether an object is as its owner has applied it. */
const managedStates = ['same', 'changed', 'missing'] as const

/** The owner of an object that is managed as code. */
const ownership = z.object({
  owner: z.string(),
  /** Where its files are; empty if unknown. */
  link: z.string(),
  /** The revision of its files; empty if unknown. */
  commit: z.string(),
  applied_at: moment(),
  state: z.enum(managedStates),
})

export const readConfiguration = defineRead({
  ...shared,
  path,
  summary: 'All objects of the configuration, as files say them',
  answer: z.object({
    /** In the order in which they refer to each other; those of a kind by name. */
    objects: z.array(object.extend({ owner: z.string().optional() })),
    /** What files cannot have, in the words of a list. */
    left_out: z.array(z.string()),
  }),
})
export type Configuration = z.output<typeof readConfiguration.answer>

export const listManagedObjects = defineRead({
  ...shared,
  path: `${path}/managed`,
  summary: 'Objects that are managed as code, by owner, kind and name',
  /** With a kind and a name, only that object. */
  query: z.object({ kind: optionalText(64).optional(), name: optionalText(512).optional() }),
  answer: z.array(ownership.extend({ kind: z.string(), name: z.string() })),
})
export type ManagedObject = z.output<typeof listManagedObjects.answer>[number]

/** What happens to an object; `adopt` if only its owner changes. What changes in it stands in the effects of the writes. */
const plannedChange = z.object({
  action: z.enum(['add', 'change', 'remove', 'adopt']),
  kind: z.string(),
  name: z.string(),
  /** Absent unless it gets another name. */
  former_name: z.string().optional(),
  /** Who manages it as code now; empty if people do. Absent if that is the owner of the plan, and of a new object. */
  managed_by: z.string().optional(),
})

export const planConfiguration = defineAction({
  ...shared,
  precondition: 'none',
  path: `${path}/plan`,
  summary: 'The writes that make the configuration as files say it, and their whole effect; nothing is written',
  bodyLimit: 32 * megabyte,
  body: z.strictObject({
    /** Names whoever the objects are managed by. */
    owner: objectReference(),
    objects: z
      .array(
        z.strictObject({
          kind: requiredText(64),
          name: objectReference(512),
          spec: z.record(z.string(), z.unknown()),
          /** Names that it had: an object with one of them is renamed. */
          former_names: z.array(objectReference(512)).max(20).default([]),
        }),
      )
      .max(maxObjects, `There can be at most ${maxObjects} objects`),
    /** Whether objects of the owner that are not among these are removed. */
    prune: z.boolean().default(false),
  }),
  answer: z.object({
    changes: z.array(plannedChange),
    /** Objects of the owner that are not among those of the files, and stay. */
    left: z.array(z.object({ kind: z.string(), name: z.string() })),
    /** For a change request, in the order in which they are made. */
    writes: z.array(write),
    /** The effect of each write, and the digest of all of them. */
    effects,
  }),
})
export type ConfigurationPlan = z.output<typeof planConfiguration.answer>
