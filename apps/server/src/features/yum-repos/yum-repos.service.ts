import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import { packageKey } from '@quatrain/contract/resources/package.ts'
import { yumRepoKey, yumRepoLabel, yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { inUse } from '@quatrain/platform/errors.ts'
import { followRenamedRepo } from '#features/packages/packages.effects.ts'
import { packagesWithRepo } from '#features/packages/packages.reads.ts'
import { authorize, authorizeWrite } from '#kit/http/authorize.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context.ts'
import * as repository from './yum-repos.repository.ts'

const recorded = recordedKind(yumRepos, { nameOf: yumRepoKey })

export function addYumRepo(ctx: Context, input: AddInput<typeof yumRepos>) {
  return inTransaction(ctx, async (ctx) => {
    authorize(ctx, 'add', yumRepos)
    const added = await repository.insert(ctx.db, input)
    await record(ctx, [recorded.added(added.id, input)])
    return { ...input, ...added }
  })
}

/** Packages name their repos, so those that hold a renamed one have changed as well. */
export function changeYumRepo(ctx: Context, { id, ...input }: ChangeInput<typeof yumRepos>) {
  return inTransaction(ctx, async (ctx) => {
    const before = await repository.findForUpdate(ctx.db, { id })
    authorizeWrite(ctx, 'change', yumRepos, before)
    const { rowVersion } = await repository.update(ctx.db, before, input)
    const [from, to] = [yumRepoLabel(before), yumRepoLabel(input)]
    const followed = from === to ? [] : await followRenamedRepo(ctx, { id, from, to })
    await record(ctx, [recorded.changed(ctx, before, input), ...followed])
    return { id, ...input, rowVersion }
  })
}

export function deleteYumRepo(ctx: Context, key: string): Promise<Notices> {
  return inTransaction(ctx, async (ctx) => {
    const before = await repository.findForUpdate(ctx.db, { key })
    authorizeWrite(ctx, 'delete', yumRepos, before)
    const users = (await packagesWithRepo(ctx, before.id)).map(packageKey)
    if (users.length > 0) throw inUse(`You cannot delete YUM repo with associated packages: ${someOf(users)}.`)
    await repository.remove(ctx.db, before)
    await record(ctx, [recorded.removed(before)])
    return {}
  })
}

const maxNamed = 5

/** `a, b and 3 more` */
function someOf(names: readonly string[]): string {
  const rest = names.length - maxNamed
  return rest > 0 ? `${names.slice(0, maxNamed).join(', ')} and ${rest} more` : names.join(', ')
}
