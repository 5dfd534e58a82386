import { z } from 'zod'
import { groupsOfUser } from '../accounts/session.ts'
import { internalApi } from '../kit/addresses.ts'
import { everywhere, tenantOnly } from '../kit/deployment.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { metricTypes } from '../resources/metric-template.ts'

/** Names that forms offer. */
export const availableMetricTemplates = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/availmetrictemplates`,
  summary: 'Names of all metric templates that a tenant can use',
  deployments: tenantOnly,
  userKeys: 'accepted',
  caller: 'signed-in',
  answer: z.array(z.object({ name: z.string(), mtype: z.string() })),
})

const osTagNames = { method: 'GET', deployments: everywhere, answer: z.array(z.string()) } as const

export const osTags = defineEndpoint({
  ...osTagNames,
  path: `${internalApi}/ostags`,
  summary: 'Names of all operating systems that packages are made for, oldest first',
  userKeys: 'accepted',
  caller: 'signed-in',
})

export const publicOsTags = defineEndpoint({
  ...osTagNames,
  path: `${internalApi}/public_ostags`,
  summary: 'Names of all operating systems that packages are made for, oldest first; public',
  userKeys: 'accepted',
  caller: 'anyone',
})

const metricTypeNames = { method: 'GET', deployments: everywhere, answer: z.array(z.enum(metricTypes)) } as const

export const listMetricTypes = defineEndpoint({
  ...metricTypeNames,
  path: `${internalApi}/mttypes`,
  summary: 'The types that a metric or a metric template can have',
  userKeys: 'accepted',
  caller: 'signed-in',
})

export const listPublicMetricTypes = defineEndpoint({
  ...metricTypeNames,
  path: `${internalApi}/public_mttypes`,
  summary: 'The types that a metric or a metric template can have; public',
  userKeys: 'accepted',
  caller: 'anyone',
})

const groupNames = { method: 'GET', deployments: tenantOnly, answer: z.object({ result: groupsOfUser }) } as const

export const userGroups = defineEndpoint({
  ...groupNames,
  path: `${internalApi}/usergroups`,
  summary: 'Names of all groups of the tenant, by kind',
  userKeys: 'accepted',
  caller: 'signed-in',
})

export const publicUserGroups = defineEndpoint({
  ...groupNames,
  path: `${internalApi}/public_usergroups`,
  summary: 'Names of all groups of the tenant, by kind; public',
  userKeys: 'accepted',
  caller: 'anyone',
})
