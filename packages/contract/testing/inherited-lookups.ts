/** A name that every object has from `Object.prototype` while lookups are watched, as `constructor` is always. */
export const inheritedName = 'inherited'

const ours = /\/(apps|packages)\/(?!\S*(node_modules|\.test\.ts|\/test\/|\/testing\/))\S+/

/**
 * Watches for code of ours that finds in a plain object what nobody has put there, while `work` is done. Answers with the
 * places in the source: each has to ask `Object.hasOwn` first, or to keep its entries in a `Map`.
 */
export async function inheritedLookups(work: () => Promise<void>): Promise<string[]> {
  const found = new Set<string>()
  const note = () => {
    const [, , caller = ''] = new Error('Who looks?').stack?.split('\n').slice(1) ?? []
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
