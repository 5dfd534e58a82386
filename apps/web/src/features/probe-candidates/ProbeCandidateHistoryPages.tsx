import { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { useMay } from '#kit/api/console-context.tsx'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ProbeCandidateFields } from './ProbeCandidateFields.tsx'
import { candidateDefinition } from './probe-candidate-form.ts'

export const ProbeCandidateHistoryPage = () => (
  <ResourceHistoryPage resource={probeCandidates} paths={paths.probeCandidates} />
)

export const ProbeCandidateComparePage = () => (
  <ResourceComparePage resource={probeCandidates} paths={paths.probeCandidates} />
)

export function ProbeCandidateVersionPage() {
  const may = useMay()
  return (
    <ResourceVersionPage definition={candidateDefinition} mayRestore={() => may('change', probeCandidates)}>
      {({ title, values, actions, notice }) => (
        <PageFrame title={title} object={values.name} actions={actions} width="reading">
          {notice}
          <ReadOnlyForm values={values}>
            <ProbeCandidateFields />
          </ReadOnlyForm>
        </PageFrame>
      )}
    </ResourceVersionPage>
  )
}
