import type { Notices } from '@quatrain/contract/kit/notices.ts'

interface Names {
  readonly imported: readonly string[]
  readonly warning: readonly string[]
  readonly unavailable: readonly string[]
  readonly deleted: readonly string[]
}

/** The side effects on metrics in the specified sentences; a text is present only if it is not empty. */
export function syncNotices(tenant: string, names: Names): Notices {
  const pinned = `with package version used by ${tenant} tenant`
  return {
    ...sentence('imported', names.imported, 'has been imported', 'have been imported'),
    ...sentence('warning', names.warning, `has been imported ${pinned}`, `have been imported ${pinned}`),
    ...sentence(
      'unavailable',
      names.unavailable,
      `not available for package used by ${tenant} tenant`,
      `not available for package used by ${tenant} tenant`,
    ),
    ...sentence('deleted', names.deleted, 'has been deleted', 'have been deleted'),
  }
}

function sentence(key: keyof Notices, names: readonly string[], one: string, several: string): Notices {
  if (names.length === 0) return {}
  const list = names.toSorted().join(', ')
  return { [key]: names.length === 1 ? `Metric ${list} ${one}` : `Metrics ${list} ${several}` }
}
