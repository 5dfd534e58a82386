import type { ReactNode } from 'react'
import { exactTime } from '#lib/dates.ts'
import { Notice } from '#ui/Notice.tsx'
import type { Version } from './versions.ts'

interface Props {
  readonly version: Version
  readonly children?: ReactNode
}

/** When a version was saved; for members also by whom, its changes, and the comment. */
export const VersionNotice = ({ version: { user, date_created, comment, remark }, children }: Props) => (
  <Notice kind="info" icon="clock">
    <p>
      As saved{user && ` by ${user}`} on {exactTime(date_created)}.
    </p>
    {comment && <p>{comment}</p>}
    {remark && <p>{remark}</p>}
    {children}
  </Notice>
)
