import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { counted } from '#lib/words.ts'
import type { ProbeValues } from './probe-form.ts'
import { usageOfProbe } from './probes.queries.ts'
import { useOutcome } from './VersionOutcome.tsx'

interface Props {
  readonly stored: { readonly name: string; readonly version: string }
}

/** Whether to update metric templates to the version that the save adds; hidden if it adds none. */
export function UpdateTemplates({ stored }: Props) {
  const { register } = useFormContext<ProbeValues>()
  const outcome = useOutcome(stored)
  const { data } = useQuery(usageOfProbe(stored.name))
  const templates = data?.find(({ version }) => version === stored.version)?.templates.length
  const isMoot = outcome === undefined || outcome.does === 'update'
  return (
    <Checkbox
      {...register('update_metrics')}
      label="Update metric templates"
      description={isMoot ? mootWhy : sentenceFor(templates, stored.version, outcome.version)}
      aria-disabled={isMoot}
      disabled={isMoot}
    />
  )
}

const mootWhy = 'Update all associated metric templates. Asked for only when the version changes.'

const sentenceFor = (templates: number | undefined, from: string, to: string) => {
  if (templates === undefined) return 'Update all associated metric templates.'
  if (templates === 0) return `No metric template is on version ${from}.`
  return `Update all associated metric templates: ${counted(templates, 'template')} on version ${from} ${templates === 1 ? 'goes' : 'go'} on to ${to}.`
}
