/** A page by its title. Users who may not use its form are told so instead. */
export interface Found {
  readonly title: string | RegExp
  readonly refusal?: string
}

/** What users without groups, members of groups and superusers find at an address. */
export interface Expected {
  readonly address: string
  readonly viewer: Found
  readonly member: Found
  readonly superuser: Found
}

export const notFound: Found = { title: 'Not found' }

export const row = (address: string, viewer: Found, member: Found, superuser: Found): Expected => {
  return { address, viewer, member, superuser }
}

type Row = (address: string, title: Found['title']) => Expected

/** All users find the same page. */
export const all: Row = (address, title) => row(address, { title }, { title }, { title })

/** Users who are no superusers find no page. */
export const superusers: Row = (address, title) => row(address, notFound, notFound, { title })

/** A list, which those who may change some of its objects see as a list to change. */
export function list(address: string, thing: string): Expected {
  const toChange = { title: `Select ${thing} to change` }
  return row(address, { title: `Select ${thing} for details` }, toChange, toChange)
}

/** A list or an object of the catalogue, which only superusers change. */
export const changedBySuperusers = (address: string, details: string, change: string): Expected =>
  row(address, { title: details }, { title: details }, { title: change })

/** The versions of an object: all, one, and what differs between two. */
export const history = (who: Row, address: string, version: string, [newer, older]: readonly [string, string]) => [
  who(`${address}/history`, /^Version history /),
  who(`${address}/history/{version=${newer}}`, version),
  who(`${address}/history/compare/{id1=${newer}}/{id2=${older}}`, /^Compare .* versions$/),
]

/** The pages of an object without versions. */
export const withoutVersions = (address: string): string[] => [
  `${address}/history`,
  `${address}/history/{version=1}`,
  `${address}/history/compare/{id1=1}/{id2=1}`,
]

/** The refusal of a form of a new object. */
export const refused = (thing: string): Found => ({
  title: `Add ${thing}`,
  refusal: `You do not have permission to add ${thing}s.`,
})
