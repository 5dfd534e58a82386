import { localStorageColorSchemeManager } from '@mantine/core'

/** The storage key of the chosen color scheme; `colour-scheme.js` reads the same entry before the first paint. */
export const colourSchemeManager = localStorageColorSchemeManager({ key: 'quatrain.colour-scheme' })
