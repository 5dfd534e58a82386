import { GroupField } from '#kit/fields/GroupField.tsx'
import { TextAreaField } from '#kit/fields/TextAreaField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import form from '#kit/form/ResourceForm.module.css'

/** The fields of a metric profile beside its pairs. */
export function MetricProfileFields({ fixedName }: { readonly fixedName?: string }) {
  return (
    <div className={form.fields}>
      <TextField name="name" label="Metric profile name" isMono fixed={fixedName} />
      <TextAreaField
        name="description"
        label="Description"
        isOptional
        description="Free text description outlining the purpose of this profile."
        rows={4}
      />
      <GroupField name="groupname" kind="metricprofiles" description="Members of this group may change the profile." />
    </div>
  )
}
