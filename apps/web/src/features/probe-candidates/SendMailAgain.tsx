import { Button } from '@mantine/core'
import type { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { useNavigate } from 'react-router'
import type { Loaded } from '#kit/form/WithRecord.tsx'
import { asLastSeen } from '#kit/page/list-memory.ts'
import { tellDone } from '#kit/write/after-write.ts'
import type { JustSaved } from '#kit/write/just-saved.ts'
import { useConfirmedWrite } from '#kit/write/use-confirmed-write.ts'
import { dialogs } from '#ui/dialogs.ts'
import { candidateDefinition } from './probe-candidate-form.ts'

/** Saves the candidate as it is stored, which sends the mail about its status that has not gone. */
export function SendMailAgain({ loaded: { record, etag } }: { readonly loaded: Loaded<typeof probeCandidates> }) {
  const navigate = useNavigate()
  const key = String(record.id)
  const { writes, valuesOf } = candidateDefinition
  const sending = useConfirmedWrite({
    definition: candidateDefinition,
    doing: () => 'changing probe candidate',
    async write() {
      const isSure = await dialogs.confirm({
        title: 'Send the mail',
        question: `Are you sure you want to tell ${record.contact} by mail that this probe candidate is ${record.status}?`,
        confirm: 'Send the mail',
        keep: 'Do not send it',
      })
      return isSure ? writes.change(valuesOf(record), key).send({ ifMatch: etag }) : undefined
    },
    onDone({ notices }) {
      tellDone(candidateDefinition, 'Changed', 'Probe candidate successfully changed', notices)
      const state: JustSaved = { kind: candidateDefinition.resource.kind, key, outcome: 'Changed' }
      return navigate(asLastSeen(candidateDefinition.paths.list), { state })
    },
  })
  return (
    <Button variant="default" size="compact-sm" loading={sending.isBusy} onClick={() => sending.run()}>
      Send the mail
    </Button>
  )
}
