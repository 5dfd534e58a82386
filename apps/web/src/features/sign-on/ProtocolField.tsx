import { NativeSelect } from '@mantine/core'
import { protocols, protocolWords } from '@quatrain/contract/resources/identity-provider.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { useIsReadOnly } from '#kit/fields/fields-state.ts'
import { ValueText } from '#ui/ValueText.tsx'
import type { ProviderValues } from './identity-provider-form.ts'

/** The protocol decides which other fields there are. */
export function ProtocolField() {
  const { register } = useFormContext<ProviderValues>()
  const protocol = useWatch<ProviderValues, 'protocol'>({ name: 'protocol' })
  if (useIsReadOnly()) return <ValueText label="Protocol" value={protocolWords[protocol]} />
  return (
    <NativeSelect
      {...register('protocol')}
      label="Protocol"
      description="As the provider supports it."
      data={protocols.map((value) => ({ value, label: protocolWords[value] }))}
    />
  )
}
