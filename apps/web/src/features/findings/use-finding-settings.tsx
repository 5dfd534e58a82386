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
import { capitalized, counted } from '#lib/words.ts'
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
  return {
    isBusy,
    /** Asks for the reason, which is the same for all. Returns whether there was one. */
    async suppress(findings: readonly Finding[]): Promise<boolean> {
      const reasons = await dialogs.open<Reasons>((close) => <SuppressDialog findings={findings} close={close} />)
      if (!reasons) return false
      run({
        edit: (settings) => {
          const rest = withoutSuppressions(settings, findings)
          const added = findings.map(({ rule, kind, name, about }) => ({ rule, kind, name, about, ...reasons }))
          return { ...rest, suppressed: [...rest.suppressed, ...added] }
        },
        done: `${capitalized(subjectOf(findings))} suppressed`,
      })
      return true
    },
    showAgain: (findings: readonly Finding[]) =>
      run({
        edit: (settings) => withoutSuppressions(settings, findings),
        done: `${capitalized(subjectOf(findings))} shown again`,
      }),
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

const subjectOf = (findings: readonly Finding[]): string =>
  findings.length === 1 ? 'finding' : counted(findings.length, 'finding')

function withoutSuppressions(
  { suppressed, ...settings }: FindingSettings,
  findings: readonly Finding[],
): FindingSettings {
  const keys = new Set(findings.map(findingKey))
  return { ...settings, suppressed: suppressed.filter((suppression) => !keys.has(findingKey(suppression))) }
}

type Reasons = Pick<Suppression, 'reason' | 'until'>

/** A dialog shows the first of those that it is about. */
const shownFindings = 5

interface DialogProps {
  readonly findings: readonly Finding[]
  readonly close: (reasons?: Reasons) => void
}

function SuppressDialog({ findings, close }: DialogProps) {
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  return (
    <FormDialog
      title={`Suppress ${subjectOf(findings)}`}
      submit="Suppress"
      isDisabled={reason.trim() === ''}
      onSubmit={() => close({ reason: reason.trim(), until })}
      onCancel={() => close()}
    >
      {findings.slice(0, shownFindings).map((finding) => (
        <p key={findingKey(finding)}>
          <span className="mono">{finding.name}</span>: {finding.says}
        </p>
      ))}
      {findings.length > shownFindings && <p>{`and ${findings.length - shownFindings} more`}</p>}
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
