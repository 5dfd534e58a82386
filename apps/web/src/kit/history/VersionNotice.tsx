import { exactTime } from '#lib/dates.ts'
import { Notice } from '#ui/Notice.tsx'
import type { Version } from './versions.ts'

/** Who made a version, where that was a person, when, what changed with it, and what they remarked. */
export const VersionNotice = ({ version }: { readonly version: Version }) => (
  <Notice kind="info" icon="clock">
    <p>
      As saved{version.user !== '' && ` by ${version.user}`} on {exactTime(version.date_created)}.
    </p>
    <p>{version.comment}</p>
    {version.remark !== '' && <p>{version.remark}</p>}
  </Notice>
)
