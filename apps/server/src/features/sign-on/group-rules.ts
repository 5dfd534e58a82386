// Rules of identity providers name groups of their tenant.
import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { groups } from '@quatrain/contract/resources/group.ts'
import {
  type GroupRule,
  type IdentityProviderDocument,
  identityProviders,
} from '@quatrain/contract/resources/identity-provider.ts'
import { namesIn, referencesBetween, withNames } from '@quatrain/contract/resources/references.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import type { Context } from '#request/context/context.ts'
import { findGroups } from './people.repository.ts'

type Document = Pick<IdentityProviderDocument, 'group_rules'>

const rulesFor = (kind: GroupKind) => referencesBetween(identityProviders.kind, groups[kind].kind)

/**
 * The document after a group got another name, or was deleted. Rules that are the same then become one. The document itself if it has
 * no rule for the group.
 */
export function withGroup<D extends Document>(
  document: D,
  kind: GroupKind,
  { from, to }: { readonly from: string; readonly to?: string },
): D {
  const rules = rulesFor(kind)
  if (!rules.some((reference) => namesIn(document, reference).some(({ name }) => name === from))) return document
  const { group_rules } = withNames(document, rules, (name) => (name === from ? to : name))
  return { ...document, group_rules: [...new Map(group_rules.map((rule) => [keyOf(rule), rule])).values()] }
}

const keyOf = ({ value, kind, group }: GroupRule) => JSON.stringify([value, kind, group])

/** Throws `invalid_input` for rules that name no group of the tenant. Those that the provider has already may stay. */
export async function assertGroupsKnown(ctx: Context, document: Document, storedDocument?: Document): Promise<void> {
  const stored = new Set(storedDocument?.group_rules.map(({ kind, group }) => `${kind} ${group}`))
  const namedGroups = groupKinds
    .flatMap((kind) =>
      rulesFor(kind).flatMap((reference) =>
        namesIn(document, reference).map(({ name, path }) => ({ kind, group: name, at: path })),
      ),
    )
    .filter(({ kind, group }) => !stored.has(`${kind} ${group}`))
  const existingGroups = new Set((await findGroups(ctx.db, namedGroups)).map(({ kind, group }) => `${kind} ${group}`))
  const unknown = namedGroups.filter(({ kind, group }) => !existingGroups.has(`${kind} ${group}`))
  if (unknown.length > 0)
    throw invalidInput(unknown.map(({ at, group }): [string, string] => [at, `${group} does not exist`]))
}
