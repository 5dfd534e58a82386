import { Button } from '@mantine/core'
import { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { readAgain } from '#kit/form/read-again.ts'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { WithRestored } from '#kit/history/WithRestored.tsx'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { CreationInfo } from './CreationInfo.tsx'
import { ProbeCandidateFields } from './ProbeCandidateFields.tsx'
import { type CandidateValues, candidateDefinition, candidateSchema, valuesOf } from './probe-candidate-form.ts'
import { StatusEffect } from './StatusEffect.tsx'

/** Superusers only have this page, and they may do everything on it. */
export const ChangeProbeCandidatePage = () => (
  <WithRecord resource={probeCandidates} paths={paths.probeCandidates}>
    {(loaded) => <StoredCandidate key={loaded.record.id} {...loaded} />}
  </WithRecord>
)

function StoredCandidate(loaded: Loaded<typeof probeCandidates>) {
  const [query] = useSearchParams()
  const restored = query.get('restore')
  const { record } = loaded
  if (restored === null) return <CandidateForm {...loaded} draftName={`change.${record.id}`} />
  const now = valuesOf(record)
  return (
    <WithRestored
      definition={candidateDefinition}
      version={restored}
      now={now}
      begin={(old) => ({ ...old, id: record.id, contact: record.contact })}
      saving="Saving makes a new version of it; mails that were sent since are not taken back."
    >
      {({ values, ...old }) => (
        <CandidateForm {...loaded} {...old} initial={values} draftName={`restore.${restored}.${record.id}`} />
      )}
    </WithRestored>
  )
}

interface FormProps extends Loaded<typeof probeCandidates> {
  readonly draftName: string
  readonly initial?: CandidateValues
  readonly restoredFrom?: number
  readonly notice?: ReactNode
}

function CandidateForm({ record, etag, notice, ...options }: FormProps) {
  const queries = useQueryClient()
  const form = useResourceForm({
    ...options,
    definition: candidateDefinition,
    schema: candidateSchema,
    stored: String(record.id),
    base: { values: valuesOf(record), etag },
    reload: async () => {
      const now = await readAgain(queries, probeCandidates, record.id)
      return { values: valuesOf(now.record), etag: now.etag }
    },
  })
  return (
    <PageFrame
      title="Change probe candidate"
      object={record.name}
      width="reading"
      actions={
        <Button component={Link} to={paths.probeCandidates.history(String(record.id))} variant="default">
          History
        </Button>
      }
    >
      {notice}
      <ResourceForm form={form}>
        <ProbeCandidateFields
          effect={<StatusEffect loaded={{ record, etag }} />}
          creation={<CreationInfo candidate={record} />}
        />
      </ResourceForm>
    </PageFrame>
  )
}
