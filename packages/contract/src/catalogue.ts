import { z } from 'zod'
import { tenantOnly } from './kit/deployment.ts'
import { defineEndpoint } from './kit/endpoint.ts'
import { internalApi } from './kit/resource.ts'
import { groupsOfUser } from './session.ts'

/** Names that forms offer. */
export const availableMetricTemplates = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/availmetrictemplates`,
  summary: 'Names of all metric templates that a tenant can use',
  deployments: tenantOnly,
  caller: 'signed-in',
  answer: z.array(z.object({ name: z.string(), mtype: z.string() })),
})

export const userGroups = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/usergroups`,
  summary: 'Names of all groups of the tenant, by kind',
  deployments: tenantOnly,
  caller: 'signed-in',
  answer: z.object({ result: groupsOfUser }),
})
