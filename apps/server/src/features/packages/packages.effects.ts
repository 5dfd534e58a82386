// Changes of packages that other features cause. The caller records them.

import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import type { Change } from '#kit/recording/changes.ts'
import { describeChange, type Words } from '#kit/recording/describe-change.ts'
import { quoted } from '#kit/recording/list-words.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import type { Context } from '#request/context/context.ts'
import { touchThoseWithRepo } from './packages.repository.ts'

/** How the comment of a version describes changes of a package's lists. */
const words: Words = {
  repos: { sentences: (verb, repos) => [`${verb} ${repos.length === 1 ? 'repo' : 'repos'} ${quoted(repos.flat())}.`] },
}

/** Packages in the format of the recorder. */
export const recordedPackages = recordedKind(packages, { nameOf: packageKey, words })

/**
 * Updates the packages of a repo whose name or OS tag has changed, and their row versions. One statement for any
 * number.
 */
export async function followRenamedRepo(
  ctx: Context,
  { id, from, to }: { readonly id: number; readonly from: string; readonly to: string },
): Promise<Change[]> {
  return (await touchThoseWithRepo(ctx.db, id)).map((changedPackage) => {
    const after = recordedPackages.documentOf(changedPackage)
    const repos = changedPackage.repos.map((label) => (label === to ? from : label)).sort(byCodePoint)
    const previousDocument = { ...after, repos }
    return {
      kind: packages.kind,
      id: changedPackage.id,
      name: packageKey(changedPackage),
      before: previousDocument,
      after,
      rowVersion: changedPackage.rowVersion - 1,
      comment: () => describeChange(packages.compared, previousDocument, after, words),
    }
  })
}
