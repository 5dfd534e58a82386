import { rowsIn } from '@quatrain/platform/database/rows.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** The fields of a probe that do not depend on its package; `rowVersion` is the previous one. */
interface ProbeInPackage {
  readonly id: number
  readonly rowVersion: number
  readonly name: string
  readonly description: string
  readonly comment: string
  readonly repository: string
  readonly docurl: string
}

/** Increases the row version of every probe whose current version is in this package. Returns them by name. */
export const touchThoseInPackage = (db: Db, packageId: number) =>
  rowsIn(db)<ProbeInPackage>`
    with affected as (
      update probes as probe set row_version = row_version + 1
      from probe_versions as version
      where version.id = probe.current_version_id and version.package_id = ${packageId}
      returning probe.id, probe.row_version - 1 as "rowVersion", probe.name, version.description, version.comment,
        version.repository, version.docurl
    )
    select * from affected order by name`
