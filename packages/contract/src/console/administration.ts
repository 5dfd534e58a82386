import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { type AnswerOf, defineRead } from '../kit/endpoint.ts'
import { groupKinds } from '../kit/group-kinds.ts'

/** The number of all that need attention, and the first of them. */
const countWithSample = <Item extends z.ZodType>(item: Item) => z.object({ count: z.int(), first: z.array(item) })

/** What the administration page says beside its links. */
export const administrationHints = defineRead({
  path: `${internalApi}/administration`,
  summary: 'The number of objects of each kind, and what administrators should look at',
  deployments: everywhere,
  caller: 'superuser',
  answer: z.object({
    /** The number of objects of each kind; the keys are the names of the sections in addresses. */
    counts: z.record(z.string(), z.int()),
    /** Active users who are neither superusers nor in a group. The super-tenant has no groups. */
    usersWithoutGroups: countWithSample(z.string()),
    /** Groups without users: only superusers can change their objects. */
    groupsWithoutUsers: countWithSample(z.object({ kind: z.enum(groupKinds), name: z.string() })),
    /** Active superusers who log in with a password alone. */
    superusersWithoutFactor: countWithSample(z.string()),
    /** API keys that no machine has used yet. */
    unusedKeys: z.int(),
    /** API keys that have expired, or will in the next days. */
    expiringKeys: z.int(),
    /** Keys of users that have expired, or will in the next days. */
    expiringUserKeys: z.int(),
  }),
})

export type AdministrationHints = AnswerOf<typeof administrationHints>
