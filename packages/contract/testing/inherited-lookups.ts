/** A name that every object inherits from `Object.prototype` while lookups are watched, like `constructor`. */
export const inheritedName = 'inherited'

const ours = /\/(apps|packages)\/(?!\S*(node_modules|\.test\.ts|\/test\/|\/testing\/))\S+/

/**
 * Finds code of ours that reads inherited members of plain objects while `work` runs. Returns the places in the source:
 * each has to check `Object.hasOwn` first, or to use a `Map`.
 */
export async function inheritedLookups(work: () => Promise<void>): Promise<string[]> {
  const found = new Set<string>()
  const note = () => {
    const [, , caller = ''] = new Error('inherited lookup').stack?.split('\n').slice(1) ?? []
    const [place] = ours.exec(caller) ?? []
    if (place) found.add(place.replace(/\)$/, ''))
  }
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
  try {
    await work()
  } finally {
    Reflect.deleteProperty(Object.prototype, inheritedName)
  }
  return [...found].sort()
}
