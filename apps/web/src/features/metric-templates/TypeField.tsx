import { NativeSelect } from '@mantine/core'
import { metricTypes } from '@quatrain/contract/resources/metric-template.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { type TemplateValues, withType } from './metric-template-form.ts'

/** Active or passive. The fields of the other type are kept in case the user switches back. */
export function TypeField() {
  const { getValues, setValue, clearErrors } = useFormContext<TemplateValues>()
  const mtype = useWatch<TemplateValues, 'mtype'>({ name: 'mtype' })
  return (
    <NativeSelect
      label="Type"
      description="A probe runs active metrics; results of passive ones come from elsewhere."
      value={mtype}
      data={metricTypes.map((type) => type)}
      onChange={({ currentTarget: { value } }) => {
        const type = metricTypes.find((candidate) => candidate === value)
        if (!type) return
        const { flags } = withType(getValues(), type)
        clearErrors()
        setValue('mtype', type, { shouldDirty: true })
        setValue('flags', flags, { shouldDirty: true })
      }}
    />
  )
}
