import { afterAll } from 'vitest'

/** A name that every object inherits from `Object.prototype` while lookups are watched, like `constructor`. */
export const inheritedName = 'inherited'

/** Code of ours, not of tests. */
const ours = /\/(apps|packages)\/(?!\S*(node_modules|\.test\.ts|\/test\/|\/testing\/))\S+/

/**
 * For the test file that calls this: a function that finds code of ours which reads inherited members of plain objects while
 * `work` runs. It returns the places in the source: each has to check `Object.hasOwn` first, or to use a `Map`.
 */
export function watchInheritedLookups(): (work: () => Promise<void>) => Promise<string[]> {
  let places: Set<string> | undefined
  const note = () => {
    if (!ours.test(fileOfLookup())) return
    const [, , caller = ''] = new Error('inherited lookup').stack?.split('\n').slice(1) ?? []
    const [place] = ours.exec(caller) ?? []
    if (place) places?.add(place.replace(/\)$/, ''))
  }
  /** Once for the file: whenever the prototype of all objects changes, the engine compiles all code anew. */
  const watch = () =>
    Object.defineProperty(Object.prototype, inheritedName, {
      configurable: true,
      get() {
        note()
        return undefined
      },
      set(value) {
        note()
        Object.defineProperty(this, inheritedName, { value, configurable: true, enumerable: true, writable: true })
      },
    })
  afterAll(() => void Reflect.deleteProperty(Object.prototype, inheritedName))
  return async (work) => {
    if (!Object.hasOwn(Object.prototype, inheritedName)) watch()
    places = new Set()
    await work()
    return [...places].sort()
  }
}

/** The file that looks the name up. Most lookups are by libraries, for which the lines of a whole stack would be mapped in vain. */
function fileOfLookup(): string {
  const { prepareStackTrace, stackTraceLimit } = Error
  // This function, `note`, the accessor and its caller.
  Error.stackTraceLimit = 4
  Error.prepareStackTrace = (_, sites) => sites[3]?.getFileName() ?? ''
  const file = new Error('inherited lookup').stack ?? ''
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  return file
}
