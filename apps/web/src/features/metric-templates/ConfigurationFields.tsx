import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { useWatch } from 'react-hook-form'
import { SuggestField } from '#kit/fields/SuggestField.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { Section } from '#kit/page/Section.tsx'
import { CompactRowsField } from '#kit/row-table/RowsField.tsx'
import { fixedKeyRows, type KeyValueRow, keyValueRows } from '#kit/rows/key-value-rows.ts'
import { meaningOfConfigKey } from '#lib/config-keys.ts'
import { isPassiveFlag, type TemplateValues } from './metric-template-form.ts'
import { ProbeField } from './ProbeField.tsx'
import type { Suggestions } from './suggestions.ts'

interface Props {
  readonly base: TemplateValues
  readonly suggestions: Suggestions
}

/** The configuration for machines. A passive template has no probe, and therefore only flags. */
export function ConfigurationFields({ base, suggestions: { lists, executables, names } }: Props) {
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
