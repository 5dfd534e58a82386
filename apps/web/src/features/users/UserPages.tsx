import { historyPages } from '#kit/resource/history-pages.tsx'
import { AddPage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { UserDetails, UserForm } from './UserForm.tsx'
import { userDefinition } from './user-form.ts'

const shared = { definition: userDefinition, Form: UserForm, Details: UserDetails } as const
export const AddUserPage = () => <AddPage {...shared} />
export const ChangeUserPage = () => (
  <StoredRecordPage {...shared} statesOf={({ is_active }) => (is_active ? [] : ['inactive'])} />
)

export const userHistory = historyPages(shared)
