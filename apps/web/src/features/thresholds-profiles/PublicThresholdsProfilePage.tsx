import { RecordDetailsPage } from '#kit/resource/RecordDetailsPage.tsx'
import { paths } from '#lib/paths.ts'
import { ThresholdsProfileDetails } from './ThresholdsProfileDetails.tsx'
import { thresholdsProfileDefinition } from './thresholds-profile-form.ts'

export const PublicThresholdsProfilePage = () => (
  <RecordDetailsPage
    definition={thresholdsProfileDefinition}
    paths={paths.publicThresholdsProfiles}
    view="public"
    Details={ThresholdsProfileDetails}
  />
)
