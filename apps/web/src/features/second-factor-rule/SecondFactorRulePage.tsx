import { useQuery } from '@tanstack/react-query'
import { Failure } from '#kit/page/Failure.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { RuleForm } from './RuleForm.tsx'
import { ruleQuery } from './second-factor-rule.queries.ts'

/** The page of the rule who needs a second factor. */
export function SecondFactorRulePage() {
  const { data, error, refetch } = useQuery(ruleQuery)
  const refresh = () => void refetch()
  return (
    <PageFrame title="Second factor" width="reading">
      {error && !data && <Failure error={error} retry={refresh} />}
      {data && <RuleForm key={data.required_of} rule={data} etag={data.etag} onDone={refresh} />}
    </PageFrame>
  )
}
