import type { PublicVersionHead, VersionHead } from '@quatrain/contract/kit/version.ts'

type Fields = Readonly<Record<string, unknown>>
export type FakeVersion = Omit<VersionHead, 'comment_is_cut' | 'deleted'> & {
  readonly deleted?: boolean
  readonly fields: Fields
}
export type FakePublicVersion = PublicVersionHead & { readonly fields: Fields }

const pageSize = 50

/** The id of a deleted object. */
export const deletedObject = 77

type Query = Readonly<Record<string, string | undefined>>

/** The response to a request for a page of versions; undefined if there are no versions. */
export function pageOfVersions<V extends FakePublicVersion>(versions: readonly V[], { before, version }: Query) {
  const newest = newestOf(versions)
  const called = version === undefined ? versions : versions.filter(isCalled(version))
  const older = before === undefined ? called : called.filter(({ id }) => id < Number(before))
  const page = older.slice(0, pageSize)
  return (
    newest && {
      versions: page,
      newest,
      archived: (versions.at(-1)?.id ?? 1) - 1,
      next: older.length > pageSize ? (page.at(-1)?.id ?? null) : null,
    }
  )
}

export function headsOf(versions: readonly FakeVersion[], query: Query) {
  const page = pageOfVersions(versions, query)
  return (
    page && { ...page, versions: page.versions.map((head) => ({ deleted: false, ...head, comment_is_cut: false })) }
  )
}

/** The version in the last part of an address. */
export function oneVersionOf<V extends FakePublicVersion>(versions: readonly V[], path: string) {
  const requested = decodeURIComponent(path.split('/').at(-1) ?? '')
  const newest = newestOf(versions)
  const found =
    versions.find(({ version }) => version === requested) ??
    versions.find(isCalled(requested)) ??
    versions.find(({ id }) => String(id) === requested)
  return newest && found && { ...found, newest }
}

const isCalled =
  (requested: string) =>
  ({ version, fields }: FakePublicVersion) =>
    version === requested || fields.probeversion === requested

function newestOf([first, ...others]: readonly (FakePublicVersion & Partial<FakeVersion>)[]) {
  const isDeleted = first?.deleted === true
  const newest = isDeleted ? others[0] : first
  if (!first || !newest) return undefined
  const { date_created, user = '', remark = '' } = first
  return {
    id: newest.id,
    version: newest.version,
    name: String(newest.fields.name ?? newest.object_repr),
    deletion: isDeleted ? { object: deletedObject, date_created, user, remark } : null,
  }
}
