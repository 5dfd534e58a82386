import { type YumRepo, yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { AddPage, ClonePage } from '#kit/resource/NewRecordPages.tsx'
import { RecordDetailsPage } from '#kit/resource/RecordDetailsPage.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { YumRepoDetails, YumRepoForm } from './YumRepoForm.tsx'
import { yumRepoForm } from './yum-repo-form.ts'

const shared = { definition: yumRepoForm.definition, Form: YumRepoForm, Details: YumRepoDetails } as const

export const AddYumRepoPage = () => <AddPage {...shared} />
export const CloneYumRepoPage = () => <ClonePage {...shared} cloneOf={cloneOf} />
export const ChangeYumRepoPage = () => <StoredRecordPage {...shared} />
export const TenantYumRepoPage = () => <RecordDetailsPage {...shared} paths={paths.tenantYumRepos} />

export const YumRepoHistoryPage = () => <ResourceHistoryPage resource={yumRepos} paths={paths.yumRepos} />
export const YumRepoVersionPage = () => <VersionPage {...shared} />
export const YumRepoComparePage = () => <ResourceComparePage resource={yumRepos} paths={paths.yumRepos} />

/** Usually for another operating system: the name is kept and the tag is empty. */
const cloneOf = ({ id: _, ...repo }: YumRepo) => ({ ...repo, tag: '' })
