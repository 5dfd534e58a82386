import { useState } from 'react'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { RowSearch } from '#kit/row-table/RowsHead.tsx'
import { ScopeCounts } from './ScopeCounts.tsx'
import { ScopeFilters } from './ScopeFilters.tsx'
import { ScopeSample } from './ScopeSample.tsx'
import { ScopeWarning } from './ScopeWarning.tsx'
import classes from './scope.module.css'
import { useScopePreview } from './use-scope-preview.ts'

/** Shows which groups and endpoints the report covers, with the filters as they are in the form now. */
export function ScopePanel({ name }: { readonly name?: string | undefined }) {
  const [search, setSearch] = useState('')
  const { data, error, refetch, isFetching, isCurrent } = useScopePreview(name, search)
  return (
    <section className={classes.panel} aria-labelledby="scope" aria-busy={!isCurrent && !error}>
      <h3 id="scope">Scope</h3>
      {error && <LoadFailure subject="The preview of the scope" error={error} retry={refetch} isBusy={isFetching} />}
      {data?.state === 'unsupported' && (
        <p className={classes.quiet}>This Web API cannot preview what a report covers.</p>
      )}
      {data?.state === 'no topology' && (
        <p className={classes.quiet}>The Web API has no topology of today, so the report covers nothing yet.</p>
      )}
      {data?.state === 'previewed' && (
        <>
          <ScopeCounts scope={data.scope} isCompared={data.isCompared} />
          <ScopeWarning scope={data.scope} />
          <ScopeFilters filters={data.scope.filters} />
          <RowSearch
            label="Search groups and endpoints"
            placeholder="Search groups and endpoints"
            value={search}
            onSearch={setSearch}
          />
          <ScopeSample scope={data.scope} />
        </>
      )}
      {!data && !error && <p className={classes.quiet}>Asking the Web API…</p>}
    </section>
  )
}
