import { afterAll } from 'vitest'

/** A name that every object inherits from `Object.prototype` while lookups are watched, like `constructor`. */
export const inheritedName = 'inherited'

const ours = /\/(apps|packages)\/(?!\S*(node_modules|\.test\.ts|\/test\/|\/testing\/))\S+/

/**
 * For the test file that calls this: a function that finds code of ours which reads inherited members of plain objects while
 * `work` runs. It returns the places in the source: each has to check `Object.hasOwn` first, or to use a `Map`.
 */
export function watchInheritedLookups(): (work: () => Promise<void>) => Promise<string[]> {
  let places: Set<string> | undefined
  const note = () => {
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
