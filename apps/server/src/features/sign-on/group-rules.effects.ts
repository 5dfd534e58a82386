// Changes of identity providers that other features cause. The caller records them.
import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { identityProviderKey } from '@quatrain/contract/kit/kind-names.ts'
import { identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import type { Change } from '#kit/recording/changes.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import type { Context } from '#request/context/context.ts'
import { withGroup } from './group-rules.ts'
import { findAll, updateContents } from './identity-providers.repository.ts'

const recordedProviders = recordedKind(identityProviders, { nameOf: identityProviderKey })

/**
 * Replaces a group in the rules of the tenant's identity providers by the group with the name `to`, or removes these rules. Returns
 * the changes of the providers. At most two statements; to be called with the tenant's write lock.
 */
export async function replaceGroupInRules(
  ctx: Context,
  kind: GroupKind,
  group: { readonly from: string; readonly to?: string },
): Promise<Change[]> {
  const changed = (await findAll(ctx.db)).flatMap((provider) => {
    const after = withGroup(provider, kind, group)
    return after === provider ? [] : [{ before: provider, after }]
  })
  if (changed.length === 0) return []
  await updateContents(
    ctx.db,
    changed.map(({ after }) => after),
  )
  return changed.map(({ before, after }) => recordedProviders.changed({ ...ctx, write: {} }, before, after))
}
