import type { MetricTemplateRow } from '@quatrain/contract/resources/metric-template.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { publicTenantsQuery } from '#features/tenants/tenants.queries.ts'
import type { Column } from '#kit/list/columns.tsx'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { MarkLine } from '#ui/MarkLine.tsx'
import { templatesUsedBy } from './metric-templates.queries.ts'

const id = 'tenants'
const noNames: readonly string[] = []

interface TenantsColumn {
  readonly column: Column<MetricTemplateRow>
  /** Said below the list if it cannot be filtered. */
  readonly failure: ReactNode
}

/**
 * The tenants of each template. The list names few of them only, so the templates of the tenant by which it is filtered are
 * requested; until then, it contains all that may match.
 */
export function useTenantsColumn(): TenantsColumn {
  const tenant = useSearchParams()[0].get(id)
  const { data: choices } = useQuery({ ...publicTenantsQuery, select: namesOf })
  const { data: usedNames, error, refetch } = useQuery({ ...templatesUsedBy(tenant ?? ''), enabled: tenant !== null })
  const column = useMemo(() => {
    const ofUnnamed = (name: string) => (tenant !== null && usedNames?.has(name) !== false ? [tenant] : noNames)
    return {
      ...common,
      filter: {
        kind: 'choice',
        of: ({ name, tenants }) => tenants ?? ofUnnamed(name),
        ...(choices && { choices }),
      },
    } satisfies Column<MetricTemplateRow>
  }, [choices, tenant, usedNames])
  const failure = error && (
    <LoadFailure subject="The metric templates of the tenant" error={error} retry={refetch}>
      Templates of more tenants than the list names are not filtered.
    </LoadFailure>
  )
  return { column, failure }
}

const namesOf = (tenants: readonly { readonly name: string }[]) => tenants.map(({ name }) => name)

const common = {
  id,
  header: 'Tenants',
  cell: ({ name, tenants, tenant_count: count = 0 }) =>
    tenants ? (
      <MarkLine words={tenants} toneOf={() => 'plain'} />
    ) : (
      <Link to={paths.metricTemplates.details(name)}>{counted(count, 'tenant')}</Link>
    ),
  text: ({ tenants, tenant_count: count = 0 }) => tenants?.join(', ') ?? counted(count, 'tenant'),
  sort: ({ tenant_count: count = 0 }) => count,
  width: '17%',
} satisfies Column<MetricTemplateRow>
