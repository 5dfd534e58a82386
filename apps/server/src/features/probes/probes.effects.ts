// Changes of probes that other features cause. The caller records them.
import { packageLabel } from '@quatrain/contract/resources/package.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import type { Change } from '#kit/recording/changes.ts'
import { describeChange } from '#kit/recording/describe-change.ts'
import type { Context } from '#request/context/context.ts'
import { probeDocumentOf } from './probe-document.ts'
import { touchThoseInPackage } from './probes.repository.ts'

interface Named {
  readonly name: string
  readonly version: string
}

/**
 * Updates the probes of a package whose name or version has changed, and their row versions. One statement for any
 * number; none if the label is unchanged.
 */
export async function followPackage(
  ctx: Context,
  { id, from, to }: { readonly id: number; readonly from: Named; readonly to: Named },
): Promise<Change[]> {
  const [old, now] = [packageLabel(from), packageLabel(to)]
  if (old === now) return []
  return (await touchThoseInPackage(ctx.db, id)).map(({ id, rowVersion, ...probe }) => {
    const after = probeDocumentOf({ ...probe, version: to.version, package: now })
    const previousDocument = { ...after, version: from.version, package: old }
    return {
      kind: probes.kind,
      id,
      name: probe.name,
      before: previousDocument,
      after,
      rowVersion,
      comment: () => describeChange(probes.compared, previousDocument, after),
    }
  })
}
