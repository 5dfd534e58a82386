/** How each list was last looked at, so that the way back from an object leads to the same rows. */
const searches = new Map<string, string>()

export const rememberList = (path: string, search: string): void => void searches.set(path, search)

export const asLastSeen = (path: string): string => path + (searches.get(path) ?? '')

/** The next person at this window begins with whole lists. */
export const forgetLists = (): void => searches.clear()
