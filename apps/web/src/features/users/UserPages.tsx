import { users } from '@quatrain/contract/resources/user.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { AddPage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { UserDetails, UserForm } from './UserForm.tsx'
import { userDefinition } from './user-form.ts'

const shared = { definition: userDefinition, Form: UserForm, Details: UserDetails } as const
const history = { resource: users, paths: paths.users } as const

export const AddUserPage = () => <AddPage {...shared} />
export const ChangeUserPage = () => (
  <StoredRecordPage {...shared} statesOf={({ is_active }) => (is_active ? [] : ['inactive'])} />
)

export const UserHistoryPage = () => <ResourceHistoryPage {...history} />
export const UserVersionPage = () => <VersionPage {...shared} />
export const UserComparePage = () => <ResourceComparePage {...history} />
