import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { AddPage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { AggregationProfileDetails } from './AggregationProfileDetails.tsx'
import { AggregationProfileForm } from './AggregationProfileForm.tsx'
import { aggregationProfileDefinition, aggregationValuesBeside } from './aggregation-profile-form.ts'

const definition = aggregationProfileDefinition
const shared = { definition, Form: AggregationProfileForm, Details: AggregationProfileDetails } as const
const history = { resource: aggregationProfiles, paths: paths.aggregationProfiles } as const

export const AddAggregationProfilePage = () => <AddPage definition={definition} Form={AggregationProfileForm} />

export const ChangeAggregationProfilePage = () => (
  <StoredRecordPage {...shared} restore={(old, now) => ({ ...aggregationValuesBeside(old, now), name: now.name })} />
)

export const AggregationProfileHistoryPage = () => <ResourceHistoryPage {...history} />
export const AggregationProfileVersionPage = () => <VersionPage {...shared} />
export const AggregationProfileComparePage = () => <ResourceComparePage {...history} />
