import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { metricTypes } from '@quatrain/contract/resources/metric-settings.ts'
import type { MetricTag } from '@quatrain/contract/resources/metric-tag.ts'
import type { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { metricTagQueries as metricTags } from '#features/metric-tags/metric-tags.queries.ts'
import { probeVersions, type StoredProbeVersion } from '#features/probes/probes.queries.ts'
import { SuggestField, TextAreaField, TextField } from '#kit/fields/fields.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { Section } from '#kit/page/Section.tsx'
import { CompactRowsField } from '#kit/row-table/RowsField.tsx'
import { fixedKeyRows, type KeyValueRow, keyValueRows } from '#kit/rows/key-value-rows.ts'
import { meaningOfConfigKey } from '#lib/config-keys.ts'
import { byName, compareNames } from '#lib/words.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import { LinkedValue } from '#ui/ValueText.tsx'
import { metricTemplateDefinition } from './metric-template-definition.ts'
import {
  fieldOfTemplate,
  isPassiveFlag,
  metricTemplateSchema,
  type TemplateValues,
  withType,
} from './metric-template-form.ts'
import { type Suggestions, useTemplateSuggestions } from './suggestions.ts'
import { TagsField } from './TagsField.tsx'
import { inSuperTenant } from './template-places.ts'
import { SaveEffect, UsedBy } from './UsedBy.tsx'

interface Props extends RecordFormProps<typeof metricTemplates, TemplateValues> {
  readonly nameHelp?: string
}

/** The form of a metric template: of a new one, of a clone, of a stored one. */
export function MetricTemplateForm(props: Props) {
  const { base, record, nameHelp } = props
  const suggestions = useTemplateSuggestions()
  const probes = useProbeLabels()
  const { probeversion } = base.values
  const schema = useMemo(() => metricTemplateSchema(probes, probeversion), [probes, probeversion])
  const form = useRecordForm(metricTemplateDefinition, props, { schema, fieldOf: fieldOfTemplate })
  return (
    <RecordFormPage {...props} form={form} width="full">
      {record && <SaveEffect stored={form.base.values} />}
      <TemplateFields suggestions={suggestions} nameHelp={nameHelp} />
      <ConfigurationFields base={form.base.values} suggestions={suggestions} />
      {record && <UsedBy name={record.name} />}
    </RecordFormPage>
  )
}

/** The name and description of a template, and its relations. */
function TemplateFields({
  suggestions,
  nameHelp,
}: {
  readonly suggestions: Suggestions
  readonly nameHelp?: string | undefined
}) {
  const { data: tags = [] } = useQuery({ ...metricTags.list(), select: suggestionsOf })
  return (
    <div className={form.fields}>
      <TextField name="name" label="Name" {...(nameHelp !== undefined && { description: nameHelp })} isMono />
      <TypeField />
      <TextAreaField name="description" label="Description" isOptional rows={2} />
      <TagsField
        name="tags"
        label="Tags"
        description="internal: every new tenant gets it. deprecated and eol: it is no longer maintained."
        suggestions={tags}
      />
      <SuggestField
        name="parent"
        label="Parent"
        description="The template whose check also returns the results of this one."
        isOptional
        suggestions={suggestions.names}
      />
    </div>
  )
}

const suggestionsOf = (tags: readonly MetricTag[]): readonly Suggestion[] =>
  tags.map(({ name, metrics }) => ({ value: name, hint: `in ${metrics.length.toLocaleString('en')}` }))

/** Active or passive. The fields of the other type are kept in case the user switches back. */
function TypeField() {
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

interface ConfigurationFieldsProps {
  readonly base: TemplateValues
  readonly suggestions: Suggestions
}

/** The configuration for machines. A passive template has no probe, and therefore only flags. */
function ConfigurationFields({ base, suggestions: { lists, executables, names } }: ConfigurationFieldsProps) {
  const mtype = useWatch<TemplateValues, 'mtype'>({ name: 'mtype' })
  const dependencies = (field: keyof KeyValue, row: KeyValueRow) =>
    field === 'key' ? names : lists.dependency(field, row)
  return (
    <Section title="Metric configuration">
      {mtype === 'Active' && (
        <>
          <div className={form.fields}>
            <ProbeField />
            <SuggestField
              name="probeexecutable"
              label="Probe executable"
              description="The program in the probe's package."
              suggestions={executables}
            />
          </div>
          <CompactRowsField
            name="config"
            definition={fixedKeyRows}
            stored={base.config}
            label="Config"
            isFixed
            suggestionsOf={lists.config}
            hintOf={meaningOfConfigKey}
          />
          <CompactRowsField
            name="attribute"
            definition={keyValueRows}
            label="Attributes"
            description="Properties of a service, and the option of the probe for each."
            stored={base.attribute}
            suggestionsOf={lists.attribute}
          />
          <CompactRowsField
            name="dependency"
            definition={keyValueRows}
            label="Dependency"
            description="Metrics that must be OK before this one runs."
            stored={base.dependency}
            suggestionsOf={dependencies}
          />
          <CompactRowsField
            name="parameter"
            definition={keyValueRows}
            label="Parameter"
            description="Options of the probe that are the same everywhere, in the order of the command line."
            stored={base.parameter}
            suggestionsOf={lists.parameter}
          />
        </>
      )}
      <CompactRowsField
        name="flags"
        definition={keyValueRows}
        label="Flags"
        description="NOHOSTNAME: without the host. NOTIMEOUT: without the timeout. NRPE: run on the service's node. NOPUBLISH: results stay here. VO: once for each virtual organisation."
        stored={base.flags}
        suggestionsOf={lists.flags}
        lockOf={(row) => (isPassiveFlag(row, mtype) ? 'Follows from the type.' : undefined)}
      />
    </Section>
  )
}

/** The version of a probe that runs the metrics, and its package. */
function ProbeField() {
  const { data: offered = [] } = useQuery({ ...probeVersions, select: offeredOf })
  const probe = useWatch<TemplateValues, 'probeversion'>({ name: 'probeversion' }).trim()
  const chosenProbe = offered.find(({ value }) => value === probe)
  return (
    <>
      <SuggestField
        name="probeversion"
        label="Probe"
        description="Name and version of the probe. Type a part of either to search."
        suggestions={offered}
      />
      <LinkedValue label="Package" value={chosenProbe?.hint ?? ''} to={undefined} />
      {chosenProbe && <LinkedValue label="Probe version" value={probe} to={inSuperTenant.probeVersion(probe)} />}
    </>
  )
}

/** Returns the versions that are offered, by name, the newest of a name first. */
const offeredOf = (versions: readonly StoredProbeVersion[]): readonly Suggestion[] =>
  versions
    .toSorted((a, b) => byName(a.fields, b.fields) || compareNames(b.date_created, a.date_created))
    .map(({ object_repr, fields }) => ({ value: object_repr, hint: fields.package }))

/** The labels of all versions; undefined until they are loaded. */
const useProbeLabels = (): ReadonlySet<string> | undefined => useQuery({ ...probeVersions, select: labelsOf }).data

const labelsOf = (versions: readonly StoredProbeVersion[]) => new Set(versions.map(({ object_repr }) => object_repr))
