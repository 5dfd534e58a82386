import type { YumRepo } from '@quatrain/contract/resources/yum-repo.ts'
import { historyPages } from '#kit/resource/history-pages.tsx'
import { AddPage, ClonePage } from '#kit/resource/NewRecordPages.tsx'
import { RecordDetailsPage } from '#kit/resource/RecordDetailsPage.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { paths } from '#lib/paths.ts'
import { YumRepoDetails, YumRepoForm } from './YumRepoForm.tsx'
import { yumRepoForm } from './yum-repo-form.ts'

const shared = { definition: yumRepoForm.definition, Form: YumRepoForm, Details: YumRepoDetails } as const

export const AddYumRepoPage = () => <AddPage {...shared} />
export const CloneYumRepoPage = () => <ClonePage {...shared} cloneOf={cloneOf} />
export const ChangeYumRepoPage = () => <StoredRecordPage {...shared} />
export const TenantYumRepoPage = () => <RecordDetailsPage {...shared} paths={paths.tenantYumRepos} />

export const yumRepoHistory = historyPages(shared)

/** Usually for another operating system: the name is kept and the tag is empty. */
const cloneOf = ({ id: _, ...repo }: YumRepo) => ({ ...repo, tag: '' })
