import { MultiSelect } from '@mantine/core'
import { type MachineScope, machineScopes } from '@quatrain/contract/kit/machine-scopes.ts'
import type { KeyKind } from '@quatrain/contract/resources/api-key.ts'
import { useController, useWatch } from 'react-hook-form'
import { ExpiryField } from '#kit/fields/ExpiryField.tsx'
import { useIsReadOnly, useProblem } from '#kit/fields/fields.tsx'
import { ChosenWords, NetworksField } from '#kit/fields/NetworksField.tsx'
import { FieldSection } from '#kit/form/ReadOnlyForm.tsx'

/** When, from where and for what the key can be used. The console does not receive keys for the Web API. */
export function KeyLimitFields() {
  const usedBy = useWatch<{ used_by: KeyKind }, 'used_by'>({ name: 'used_by' })
  return (
    <FieldSection title="Limits">
      <ExpiryField />
      {usedBy !== 'webapi' && (
        <>
          <NetworksField />
          <ScopesField />
        </>
      )}
    </FieldSection>
  )
}

function ScopesField() {
  const { field } = useController<{ readonly scopes: string[] }, 'scopes'>({ name: 'scopes' })
  const problem = useProblem('scopes')
  if (useIsReadOnly()) return <ChosenWords label="Scopes" words={field.value.map(scopeLabel)} emptyText="everything" />
  return (
    <MultiSelect
      {...field}
      data={scopeOptions}
      label="Scopes (optional)"
      description="The key can be used for these only."
      placeholder={field.value.length === 0 ? 'Everything' : undefined}
      error={problem}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear scopes' }}
      hidePickedOptions
    />
  )
}

const words: Readonly<Record<MachineScope, string>> = {
  metrics: 'Read metrics',
  metrictemplates: 'Read metric templates',
  metricoverrides: 'Read metric configuration overrides',
  default_ports: 'Read default ports',
  repos: 'Read packages and repos to install',
  probes: 'Read probe candidates',
  submit_probes: 'Submit probe candidates',
}

/** What a key can be limited to. */
const scopeOptions = machineScopes.map((value) => ({ value, label: words[value] }))

const scopeLabel = (scope: string): string => scopeOptions.find(({ value }) => value === scope)?.label ?? scope
