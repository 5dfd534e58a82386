import { z } from 'zod'
import { groupsOfUser } from '../accounts/session.ts'
import { internalApi } from '../kit/addresses.ts'
import { everywhere, tenantOnly } from '../kit/deployment.ts'
import { defineEndpoint, defineRead, openToVisitors } from '../kit/endpoint.ts'
import { metricTypes } from '../resources/metric-settings.ts'

/** Names that forms offer. */
export const availableMetricTemplates = defineRead({
  path: `${internalApi}/availmetrictemplates`,
  summary: 'Names of all metric templates that a tenant can use',
  deployments: tenantOnly,
  userKeys: 'accepted',
  caller: 'user',
  answer: z.array(z.object({ name: z.string(), mtype: z.string() })),
})

const shared = { method: 'GET', userKeys: 'accepted', caller: 'user' } as const

export const osTags = defineEndpoint({
  ...shared,
  deployments: everywhere,
  path: `${internalApi}/ostags`,
  summary: 'Names of all operating systems that packages are made for, oldest first',
  answer: z.array(z.string()),
})

export const publicOsTags = openToVisitors(osTags)

export const listMetricTypes = defineEndpoint({
  ...shared,
  deployments: everywhere,
  path: `${internalApi}/mttypes`,
  summary: 'The types that a metric or a metric template can have',
  answer: z.array(z.enum(metricTypes)),
})

export const listPublicMetricTypes = openToVisitors(listMetricTypes)

export const userGroups = defineEndpoint({
  ...shared,
  deployments: tenantOnly,
  path: `${internalApi}/usergroups`,
  summary: 'Names of all groups of the tenant, by kind',
  answer: z.object({ result: groupsOfUser }),
})

export const publicUserGroups = openToVisitors(userGroups)
