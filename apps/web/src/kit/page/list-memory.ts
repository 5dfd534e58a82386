/** The last state of each list, so that links back from an object restore it. */
const searches = new Map<string, string>()

export const rememberList = (path: string, search: string): void => void searches.set(path, search)

export const asLastSeen = (path: string): string => path + (searches.get(path) ?? '')

/** The next user of this window starts with unfiltered lists. */
export const forgetLists = (): void => searches.clear()
