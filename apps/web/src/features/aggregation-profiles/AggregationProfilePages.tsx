import { historyPages } from '#kit/resource/history-pages.tsx'
import { AddPage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { AggregationProfileDetails } from './AggregationProfileDetails.tsx'
import { AggregationProfileForm } from './AggregationProfileForm.tsx'
import { aggregationProfileDefinition, aggregationValuesBeside } from './aggregation-profile-form.ts'

const definition = aggregationProfileDefinition
const shared = { definition, Form: AggregationProfileForm, Details: AggregationProfileDetails } as const
export const AddAggregationProfilePage = () => <AddPage definition={definition} Form={AggregationProfileForm} />

export const ChangeAggregationProfilePage = () => (
  <StoredRecordPage {...shared} restore={(old, now) => ({ ...aggregationValuesBeside(old, now), name: now.name })} />
)

export const aggregationProfileHistory = historyPages(shared)
