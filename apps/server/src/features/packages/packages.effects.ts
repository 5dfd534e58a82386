// Changes of packages that other features cause. The caller records them.

import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { packageKey, packages } from '@quatrain/contract/resources/package.ts'
import type { Change } from '#kit/recording/changes.ts'
import { describeChange } from '#kit/recording/describe-change.ts'
import type { Context } from '#request/context/context.ts'
import { packageDocumentOf, packageWords } from './package-document.ts'
import { touchThoseWithRepo } from './packages.repository.ts'

/**
 * Updates the packages of a repo whose name or OS tag has changed, and their row versions. One statement for any
 * number.
 */
export async function followRenamedRepo(
  ctx: Context,
  { id, from, to }: { readonly id: number; readonly from: string; readonly to: string },
): Promise<Change[]> {
  return (await touchThoseWithRepo(ctx.db, id)).map((changedPackage) => {
    const after = packageDocumentOf(changedPackage)
    const repos = changedPackage.repos.map((label) => (label === to ? from : label)).sort(byCodePoint)
    const previousDocument = { ...after, repos }
    return {
      kind: packages.kind,
      id: changedPackage.id,
      name: packageKey(changedPackage),
      before: previousDocument,
      after,
      rowVersion: changedPackage.rowVersion - 1,
      comment: () => describeChange(packages.compared, previousDocument, after, packageWords),
    }
  })
}
