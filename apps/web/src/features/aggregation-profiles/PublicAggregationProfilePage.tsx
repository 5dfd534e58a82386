import { RecordDetailsPage } from '#kit/resource/RecordDetailsPage.tsx'
import { paths } from '#lib/paths.ts'
import { AggregationProfileDetails } from './AggregationProfileDetails.tsx'
import { aggregationProfileDefinition } from './aggregation-profile-form.ts'

export const PublicAggregationProfilePage = () => (
  <RecordDetailsPage
    definition={aggregationProfileDefinition}
    paths={paths.publicAggregationProfiles}
    view="public"
    Details={AggregationProfileDetails}
  />
)
