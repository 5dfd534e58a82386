import { createContext } from 'react'

/** Told what is typed into a text box with suggestions, so that more can be searched on the server. */
export const SuggestionSearch = createContext<((typed: string) => void) | undefined>(undefined)
