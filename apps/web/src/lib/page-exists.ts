import { createContext, useContext } from 'react'

/** Whether this console has a page at an address, for its user. */
export const PageExists = createContext<(address: string) => boolean>(() => false)

/** Returns the function that says whether the console of the user has a page at an address. */
export const usePageExists = (): ((address: string) => boolean) => useContext(PageExists)
