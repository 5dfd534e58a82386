import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import { packageKey, packages, presentVersion } from '@quatrain/contract/resources/package.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { followTemplates } from '#features/metric-templates/metric-templates.effects.ts'
import { onPackage } from '#features/metric-templates/standing-on.effects.ts'
import { followPackage } from '#features/probes/probes.effects.ts'
import { authorize } from '#kit/http/authorize.ts'
import { assertFresh } from '#kit/http/fresh.ts'
import { byCodePoint } from '#kit/recording/by-code-point.ts'
import { record } from '#kit/recording/recorder.ts'
import { commentOf } from '#kit/versions/history.ts'
import { type Context, inEveryTenant, inTransaction } from '#request/context.ts'
import { documentOf, packageWords } from './package-document.ts'
import * as repository from './packages.repository.ts'

type Add = AddInput<typeof packages>

const { kind } = packages

export function addPackage(ctx: Context, given: Add) {
  const input = completed(given)
  return inTransaction(ctx, async (ctx) => {
    authorize(ctx, 'add', packages)
    await assertRepos(ctx, given.repos)
    const added = await repository.insert(ctx.db, input)
    await record(ctx, [{ kind, id: added.id, name: packageKey(input), after: documentOf(input) }])
    return { ...input, ...added }
  })
}

/**
 * Probes, templates and the metrics of all tenants refer to a package, so that they follow it by themselves; but they
 * say which version it is, and that is told and remembered of each of them.
 */
export function changePackage(ctx: Context, { id, ...given }: ChangeInput<typeof packages>) {
  const input = completed(given)
  return inEveryTenant(ctx, async (ctx) => {
    const before = await repository.findForUpdate(ctx.db, { id })
    authorize(ctx, 'change', packages)
    assertFresh(ctx, 'The package', before)
    await assertRepos(ctx, given.repos)
    const write = () => repository.update(ctx.db, before, input)
    const isSameVersion = input.version === before.version
    const applied = isSameVersion ? await write() : await followTemplates(ctx, onPackage(id), write)
    const probes = await followPackage(ctx, { id, from: before, to: input })
    const [old, now] = [documentOf(before), documentOf(input)]
    const change = {
      kind,
      id,
      name: packageKey(input),
      before: old,
      after: now,
      rowVersion: before.rowVersion,
      comment: () => commentOf(ctx, old, now, packageWords),
    }
    await record(ctx, [change, ...probes])
    return { id, ...input, ...applied }
  })
}

export function deletePackage(ctx: Context, key: string): Promise<Notices> {
  return inTransaction(ctx, async (ctx) => {
    const before = await repository.findForUpdate(ctx.db, { key })
    authorize(ctx, 'delete', packages)
    assertFresh(ctx, 'The package', before)
    if (before.hasProbes) throw repository.hasProbes()
    await repository.remove(ctx.db, before)
    const { id, rowVersion } = before
    await record(ctx, [{ kind, id, name: key, before: documentOf(before), rowVersion }])
    return {}
  })
}

/** With the flag the version is whatever is in the repos; without it, the contract has seen that there is one. */
const completed = ({ version = '', ...rest }: Add) => ({
  ...rest,
  version: rest.use_present_version ? presentVersion : version,
  repos: rest.repos.toSorted(byCodePoint),
})

async function assertRepos(ctx: Context, labels: readonly string[]): Promise<void> {
  const problems = await repository.problemsOfRepos(ctx.db, labels)
  const found = problems.flatMap((problem, at) => (problem === null ? [] : [[`repos.${at}`, problem] as const]))
  const [first] = found
  if (first) throw new AppError('invalid_input', first[1], { fields: Object.fromEntries(found) })
}
