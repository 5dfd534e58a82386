import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import {
  type Group,
  type GroupResource,
  groupNameRule,
  groups,
  isGroupName,
} from '@quatrain/contract/resources/group.ts'
import { z } from 'zod'
import { contractRules } from '#kit/form/form-rules.ts'
import { type AddableDefinition, defineForm } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

const values = z.object({
  id: z.int().optional(),
  name: z.string(),
  items: z.array(z.string()),
  users: z.array(z.string()),
})

export type GroupValues = z.output<typeof values>

/** The kinds of the objects, by their names in previews and in the cache. */
const kindsOfObjects: Readonly<Record<GroupKind, string>> = {
  reports: 'report',
  metrics: 'metric',
  aggregations: 'aggregationprofile',
  metricprofiles: 'metricprofile',
  thresholdsprofiles: 'thresholdsprofile',
}

const definitionOf = (kind: GroupKind): AddableDefinition<GroupResource, GroupValues> =>
  defineForm<GroupResource, GroupValues>({
    resource: groups[kind],
    paths: paths.groups[kind],
    values,
    blank: { name: '', items: [], users: [] },
    valuesOf: ({ id, name, result, users }: Group) => ({ id, name, items: result, users }),
    inputOf: ({ name, items, users }) => ({ name, items, users }),
    valuesOfInput: (input) => input,
    nameOf: ({ name }) => name.trim(),
    sideEffects: {
      [kindsOfObjects[kind]]: { change: 'assigned differently' },
      user: { change: 'given other groups' },
    },
    failureTitle: 'Error',
  })

/** The definition of the form of each kind of group. */
export const groupForms: Readonly<Record<GroupKind, AddableDefinition<GroupResource, GroupValues>>> = {
  reports: definitionOf('reports'),
  metrics: definitionOf('metrics'),
  aggregations: definitionOf('aggregations'),
  metricprofiles: definitionOf('metricprofiles'),
  thresholdsprofiles: definitionOf('thresholdsprofiles'),
}

/** The rules of the form. A stored name is accepted: the group of imported metrics is named like the tenant. */
export function groupRules(stored: string | undefined) {
  const { add, change } = groups.reports
  if (stored === undefined) return contractRules(values, add, ({ id: _, ...input }) => input)
  return contractRules(values, change, (input) => input).refine(({ name }) => name === stored || isGroupName(name), {
    path: ['name'],
    message: groupNameRule,
  })
}
