import { createContext, type ReactNode } from 'react'

/** What stands below the heading of the page; a part around the page provides it. */
export const PageHead = createContext<ReactNode>(null)
