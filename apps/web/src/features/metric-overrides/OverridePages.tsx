import type { MetricOverride } from '@quatrain/contract/resources/metric-override.ts'
import { historyPages } from '#kit/resource/history-pages.tsx'
import { AddPage, ClonePage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { OverrideDetails } from './OverrideDetails.tsx'
import { OverrideForm } from './OverrideForm.tsx'
import { overrideDefinition, overrideValuesBeside, overrideValuesOf } from './override-form.ts'

const definition = overrideDefinition
const shared = { definition, Form: OverrideForm, Details: OverrideDetails } as const
export const AddOverridePage = () => <AddPage {...shared} />
export const CloneOverridePage = () => <ClonePage {...shared} cloneOf={cloneOf} />
export const ChangeOverridePage = () => <StoredRecordPage {...shared} restore={overrideValuesBeside} />

export const overrideHistory = historyPages(shared)

const cloneOf = ({ id: _, ...override }: MetricOverride) =>
  overrideValuesBeside(overrideValuesOf({ ...override, name: `${override.name}-clone` }), definition.blank)
