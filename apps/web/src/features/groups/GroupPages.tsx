import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { groups } from '@quatrain/contract/resources/group.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { AddPage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { GroupDetails } from './GroupDetails.tsx'
import { GroupForm } from './GroupForm.tsx'
import { groupForms } from './group-forms.ts'
import { KindOfGroup } from './kind-of-group.ts'

interface Props {
  readonly kind: GroupKind
}

export const AddGroupPage = ({ kind }: Props) => (
  <KindOfGroup value={kind}>
    <AddPage definition={groupForms[kind]} Form={GroupForm} />
  </KindOfGroup>
)

export const ChangeGroupPage = ({ kind }: Props) => (
  <KindOfGroup value={kind}>
    <StoredRecordPage definition={groupForms[kind]} Form={GroupForm} Details={GroupDetails} />
  </KindOfGroup>
)

export const GroupVersionPage = ({ kind }: Props) => (
  <KindOfGroup value={kind}>
    <VersionPage definition={groupForms[kind]} Details={GroupDetails} />
  </KindOfGroup>
)

export const GroupHistoryPage = ({ kind }: Props) => (
  <ResourceHistoryPage resource={groups[kind]} paths={paths.groups[kind]} />
)
export const GroupComparePage = ({ kind }: Props) => (
  <ResourceComparePage resource={groups[kind]} paths={paths.groups[kind]} />
)
