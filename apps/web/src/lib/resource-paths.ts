import { useLocation, useParams } from 'react-router'

/** All addresses of a kind of object; names are encoded. */
export interface ResourcePaths {
  readonly list: string
  readonly add: string
  readonly details: (key: string) => string
  /** The path of a clone; absent for kinds that cannot be cloned. */
  readonly clone?: (key: string) => string
  readonly dependencies: (key: string) => string
  readonly history: (key: string) => string
  readonly version: (key: string, version: string) => string
  readonly compare: (key: string, newer: string, older: string) => string
}

export function resourcePaths(list: string): ResourcePaths {
  const below = (...parts: readonly string[]) => [list, ...parts.map(encodeURIComponent)].join('/')
  return {
    list,
    add: below('add'),
    details: (key) => below(key),
    dependencies: (key) => below(key, 'dependencies'),
    history: (key) => below(key, 'history'),
    version: (key, version) => below(key, 'history', version),
    compare: (key, newer, older) => below(key, 'history', 'compare', newer, older),
  }
}

/** Returns the paths of a kind whose objects can be cloned. */
export function cloneablePaths(list: string): ResourcePaths {
  const paths = resourcePaths(list)
  return { ...paths, clone: (key) => `${paths.details(key)}/clone` }
}

/** All addresses of the object of a kind that has one: its page. */
export function singlePaths(page: string): ResourcePaths {
  const toPage = () => page
  return {
    list: page,
    add: page,
    details: toPage,
    dependencies: toPage,
    history: toPage,
    version: toPage,
    compare: toPage,
  }
}

/** The address of a version by its label `name (version)`; undefined for other texts. */
export function labelledVersion(paths: ResourcePaths, label: string): string | undefined {
  const parts = labelParts(label)
  return parts && paths.version(parts.name, parts.version)
}

/** The parts of a label `name (version)`; undefined for other texts. */
export function labelParts(label: string): { readonly name: string; readonly version: string } | undefined {
  // Neither part can contain white space.
  const [, name, version] = /^(\S+) \((\S+)\)$/.exec(label) ?? []
  return name === undefined || version === undefined ? undefined : { name, version }
}

/** A segment of an address; one with invalid escapes is returned unchanged. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * The parameters of the address. The router reads the text `%2F` in a name as a slash, as if it were encoded twice, so
 * they are looked up in the segments of the address.
 */
export function usePathParameters(): Readonly<Record<string, string | undefined>> {
  const segments = useLocation().pathname.split('/').map(decodedSegment)
  const asInAddress = (value = '') => segments.find((segment) => segment.replaceAll('%2F', '/') === value) ?? value
  return Object.fromEntries(Object.entries(useParams()).map(([name, value]) => [name, asInAddress(value)]))
}
