import type { PublicVersionHead, VersionHead } from '@quatrain/contract/kit/version.ts'

type Fields = Readonly<Record<string, unknown>>
export type FakeVersion = Omit<VersionHead, 'comment_is_cut'> & { readonly fields: Fields }
export type FakePublicVersion = PublicVersionHead & { readonly fields: Fields }

const pageSize = 50

/** What a server answers to who asks for the versions older than `before`; nothing where there are none at all. */
export function pageOfVersions<V extends FakePublicVersion>(versions: readonly V[], before: string | undefined) {
  const newest = newestOf(versions)
  const older = before === undefined ? versions : versions.filter(({ id }) => id < Number(before))
  const page = older.slice(0, pageSize)
  return newest && { versions: page, newest, next: older.length > pageSize ? (page.at(-1)?.id ?? null) : null }
}

export function headsOf(versions: readonly FakeVersion[], before: string | undefined) {
  const page = pageOfVersions(versions, before)
  return page && { ...page, versions: page.versions.map((head) => ({ ...head, comment_is_cut: false })) }
}

/** The version that the last part of an address names. */
export function oneVersionOf<V extends FakePublicVersion>(versions: readonly V[], path: string) {
  const wanted = decodeURIComponent(path.split('/').at(-1) ?? '')
  const newest = newestOf(versions)
  const found =
    versions.find(({ version }) => version === wanted) ??
    versions.find(({ id, fields }) => String(id) === wanted || fields.probeversion === wanted)
  return newest && found && { ...found, newest }
}

function newestOf([newest]: readonly FakePublicVersion[]) {
  return newest && { id: newest.id, version: newest.version, name: String(newest.fields.name ?? newest.object_repr) }
}
