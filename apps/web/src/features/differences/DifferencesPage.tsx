import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Failure } from '#kit/page/Failure.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { kindOf } from '#lib/kinds.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './Differences.module.css'
import { differencesQuery } from './differences.queries.ts'
import { KindSection } from './KindSection.tsx'

/** What differs between the console and the Web API, with the actions that remove each difference. */
export function DifferencesPage() {
  const { data, error, refetch, isFetching } = useQuery(differencesQuery)
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title="Differences" />
  return (
    <PageFrame
      title="Differences"
      actions={
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Compare again
        </Button>
      }
    >
      <p className={classes.about}>
        Profiles are stored in the console and in the Web API, which monitoring reads. The two differ if another program
        has changed the Web API. Nothing is changed until you choose an action and confirm it.
      </p>
      {data.map((comparison) => {
        const kind = kindOf(comparison.kind)
        if (kind) return <KindSection key={comparison.kind} kind={kind} comparison={comparison} />
        return (
          <Notice key={comparison.kind} kind="warning" role="status">
            This version of the page does not know objects of the kind {comparison.kind}. Reload it.
          </Notice>
        )
      })}
    </PageFrame>
  )
}
