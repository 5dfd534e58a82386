import { Textarea } from '@mantine/core'
import {
  changeFindingSettings,
  type Finding,
  type FindingSettings,
  readFindingSettings,
  type Suppression,
} from '@quatrain/contract/findings/finding.ts'
import { findingKey } from '@quatrain/contract/findings/rule.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, callWithVersion } from '#kit/api/call.ts'
import { DateInput } from '#kit/page/DateInput.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { tell } from '#ui/messages.ts'

interface Change {
  readonly edit: (settings: FindingSettings) => FindingSettings
  /** What was done, for the message and the log. */
  readonly done: string
}

/** Changes the settings as they are now: others may have suppressed findings meanwhile. */
async function changeSettings({ edit, done }: Change): Promise<void> {
  const { answer, etag } = await callWithVersion(readFindingSettings, {})
  await call(changeFindingSettings, { body: edit(answer), query: { remark: done } }, { ifMatch: etag })
}

/** What superusers decide about findings. Each decision is recorded, and can be taken back. */
export function useFindingSettings() {
  const queries = useQueryClient()
  const { run, isBusy } = useWriting({
    mutationFn: changeSettings,
    onSuccess: async (_, { done }) => {
      tell.success({ title: done })
      await queries.invalidateQueries({ queryKey: ['findings'] })
    },
    doing: 'changing the settings of findings',
  })
  const withoutSuppression = ({ suppressed, ...settings }: FindingSettings, finding: Finding): FindingSettings => ({
    ...settings,
    suppressed: suppressed.filter((suppression) => findingKey(suppression) !== findingKey(finding)),
  })
  return {
    isBusy,
    /** Asks for the reason. */
    async suppress(finding: Finding): Promise<void> {
      const { rule, kind, name, about } = finding
      const reasons = await dialogs.open<Reasons>((close) => <SuppressDialog finding={finding} close={close} />)
      if (!reasons) return
      run({
        edit: (settings) => {
          const rest = withoutSuppression(settings, finding)
          return { ...rest, suppressed: [...rest.suppressed, { rule, kind, name, about, ...reasons }] }
        },
        done: 'Finding suppressed',
      })
    },
    showAgain: (finding: Finding) =>
      run({ edit: (settings) => withoutSuppression(settings, finding), done: 'Finding shown again' }),
    /** The usual severity is none of the settings. */
    setSeverity: (rule: string, severity: FindingSettings['severities'][number]['severity'] | undefined) =>
      run({
        edit: ({ severities, ...settings }) => {
          const otherRules = severities.filter((entry) => entry.rule !== rule)
          return { ...settings, severities: severity === undefined ? otherRules : [...otherRules, { rule, severity }] }
        },
        done: severity === 'off' ? `${rule} is off` : `${rule}: severity changed`,
      }),
  }
}

type Reasons = Pick<Suppression, 'reason' | 'until'>

interface DialogProps {
  readonly finding: Finding
  readonly close: (reasons?: Reasons) => void
}

function SuppressDialog({ finding, close }: DialogProps) {
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  return (
    <FormDialog
      title="Suppress finding"
      submit="Suppress"
      isDisabled={reason.trim() === ''}
      onSubmit={() => close({ reason: reason.trim(), until })}
      onCancel={() => close()}
    >
      <p>
        <span className="mono">{finding.name}</span>: {finding.says}
      </p>
      <Textarea
        label="Reason"
        description="Everybody who reads the findings can see it."
        rows={3}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <DateInput label="Until (optional)" day={until} onChange={setUntil} />
    </FormDialog>
  )
}
