import { historyPages } from '#kit/resource/history-pages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { ProbeCandidateDetails, ProbeCandidateForm } from './ProbeCandidateForm.tsx'
import { candidateDefinition } from './probe-candidate-form.ts'

const shared = { definition: candidateDefinition, Form: ProbeCandidateForm, Details: ProbeCandidateDetails } as const
export const ChangeProbeCandidatePage = () => (
  <StoredRecordPage
    {...shared}
    restore={(old, { id, contact }) => ({ ...old, id, contact })}
    saving="Saving adds a new version. Mails that were sent since are not revoked."
  />
)

export const probeCandidateHistory = historyPages(shared)
