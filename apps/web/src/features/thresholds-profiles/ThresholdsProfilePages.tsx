import { historyPages } from '#kit/resource/history-pages.tsx'
import { AddPage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { ThresholdsProfileDetails } from './ThresholdsProfileDetails.tsx'
import { ThresholdsProfileForm } from './ThresholdsProfileForm.tsx'
import { thresholdsProfileDefinition, thresholdsValuesBeside } from './thresholds-profile-form.ts'

const definition = thresholdsProfileDefinition
const shared = { definition, Form: ThresholdsProfileForm, Details: ThresholdsProfileDetails } as const
export const AddThresholdsProfilePage = () => <AddPage definition={definition} Form={ThresholdsProfileForm} />

export const ChangeThresholdsProfilePage = () => (
  <StoredRecordPage {...shared} restore={(old, now) => ({ ...thresholdsValuesBeside(old, now), name: now.name })} />
)

export const thresholdsProfileHistory = historyPages(shared)
