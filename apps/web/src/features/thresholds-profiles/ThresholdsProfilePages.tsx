import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { AddPage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { ThresholdsProfileDetails } from './ThresholdsProfileDetails.tsx'
import { ThresholdsProfileForm } from './ThresholdsProfileForm.tsx'
import { thresholdsProfileDefinition, thresholdsValuesBeside } from './thresholds-profile-form.ts'

const definition = thresholdsProfileDefinition
const shared = { definition, Form: ThresholdsProfileForm, Details: ThresholdsProfileDetails } as const
const history = { resource: thresholdsProfiles, paths: paths.thresholdsProfiles } as const

export const AddThresholdsProfilePage = () => <AddPage definition={definition} Form={ThresholdsProfileForm} />

export const ChangeThresholdsProfilePage = () => (
  <StoredRecordPage {...shared} restore={(old, now) => ({ ...thresholdsValuesBeside(old, now), name: now.name })} />
)

export const ThresholdsProfileHistoryPage = () => <ResourceHistoryPage {...history} />
export const ThresholdsProfileVersionPage = () => <VersionPage {...shared} />
export const ThresholdsProfileComparePage = () => <ResourceComparePage {...history} />
