import { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { ProbeCandidateDetails, ProbeCandidateForm } from './ProbeCandidateForm.tsx'
import { candidateDefinition } from './probe-candidate-form.ts'

const shared = { definition: candidateDefinition, Form: ProbeCandidateForm, Details: ProbeCandidateDetails } as const
const stored = { resource: probeCandidates, paths: paths.probeCandidates } as const

export const ChangeProbeCandidatePage = () => (
  <StoredRecordPage
    {...shared}
    restore={(old, { id, contact }) => ({ ...old, id, contact })}
    saving="Saving adds a new version. Mails that were sent since are not revoked."
  />
)

export const ProbeCandidateHistoryPage = () => <ResourceHistoryPage {...stored} />
export const ProbeCandidateVersionPage = () => <VersionPage {...shared} />
export const ProbeCandidateComparePage = () => <ResourceComparePage {...stored} />
