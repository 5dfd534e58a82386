import { type MetricOverride, metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { AddPage, ClonePage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { OverrideDetails } from './OverrideDetails.tsx'
import { OverrideForm } from './OverrideForm.tsx'
import { overrideDefinition, overrideValuesBeside, overrideValuesOf } from './override-form.ts'

const definition = overrideDefinition
const shared = { definition, Form: OverrideForm, Details: OverrideDetails } as const
const history = { resource: metricOverrides, paths: paths.metricOverrides } as const

export const AddOverridePage = () => <AddPage {...shared} />
export const CloneOverridePage = () => <ClonePage {...shared} cloneOf={cloneOf} />
export const ChangeOverridePage = () => <StoredRecordPage {...shared} restore={overrideValuesBeside} />

export const OverrideHistoryPage = () => <ResourceHistoryPage {...history} />
export const OverrideVersionPage = () => <VersionPage {...shared} />
export const OverrideComparePage = () => <ResourceComparePage {...history} />

const cloneOf = ({ id: _, ...override }: MetricOverride) =>
  overrideValuesBeside(overrideValuesOf({ ...override, name: `${override.name}-clone` }), definition.blank)
