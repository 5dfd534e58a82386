import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import { packages, presentVersion } from '@quatrain/contract/resources/package.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { followPackage } from '#features/probes/probes.effects.ts'
import { rollOut, withoutRollOut } from '#features/roll-out/roll-out.effects.ts'
import { authorize, authorizeWrite } from '#kit/http/authorize.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inCatalogue, inTransaction } from '#request/context/context.ts'
import { recordedPackages as recorded } from './packages.effects.ts'
import * as repository from './packages.repository.ts'

type Add = AddInput<typeof packages>

export function addPackage(ctx: Context, fields: Add) {
  const input = completed(fields)
  return inTransaction(ctx, async (ctx) => {
    authorize(ctx, 'add', packages)
    await assertRepos(ctx, fields.repos)
    const added = await repository.insert(ctx.db, input)
    await record(ctx, [recorded.added(added.id, input)])
    return { ...input, ...added }
  })
}

/**
 * Probes, templates and metrics refer to a package, so they need no update; but their documents contain its version, so
 * the change is listed and recorded for each of them.
 */
export function changePackage(ctx: Context, { id, ...fields }: ChangeInput<typeof packages>) {
  const input = completed(fields)
  return inCatalogue(ctx, async (ctx) => {
    const storedPackage = await repository.findForUpdate(ctx.db, { id })
    authorizeWrite(ctx, 'change', packages, storedPackage)
    await assertRepos(ctx, fields.repos)
    const change = {
      apply: () => repository.update(ctx.db, id, input),
      async finish() {
        const probes = await followPackage(ctx, { id, from: storedPackage, to: input })
        await record(ctx, [recorded.changed(ctx, storedPackage, input), ...probes])
        return { id, ...input, rowVersion: storedPackage.rowVersion + 1 }
      },
    }
    const isSameVersion = input.version === storedPackage.version
    return isSameVersion ? withoutRollOut(ctx, change) : rollOut(ctx, { package: id }, change)
  })
}

export function deletePackage(ctx: Context, key: string): Promise<Notices> {
  return inTransaction(ctx, async (ctx) => {
    const storedPackage = await repository.findForUpdate(ctx.db, { key })
    authorizeWrite(ctx, 'delete', packages, storedPackage)
    if (storedPackage.hasProbes) throw repository.hasProbes()
    await repository.remove(ctx.db, storedPackage.id)
    await record(ctx, [recorded.removed(storedPackage)])
    return {}
  })
}

/** Completes the version: it is `present` with the flag; without the flag, the contract requires one. */
const completed = ({ version = '', ...fields }: Add) => ({
  ...fields,
  version: fields.use_present_version ? presentVersion : version,
  repos: fields.repos.toSorted(byCodePoint),
})

async function assertRepos(ctx: Context, labels: readonly string[]): Promise<void> {
  const problems = await repository.problemsOfRepos(ctx.db, labels)
  const fieldErrors = problems.flatMap((problem, index) =>
    problem === null ? [] : [[`repos.${index}`, problem] as const],
  )
  const [first] = fieldErrors
  if (first) throw new AppError('invalid_input', first[1], { fields: Object.fromEntries(fieldErrors) })
}
