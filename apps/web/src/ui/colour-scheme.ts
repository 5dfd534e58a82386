import { localStorageColorSchemeManager } from '@mantine/core'

/** Where the chosen colours are kept; `colour-scheme.js` reads the same entry before the first paint. */
export const colourSchemeManager = localStorageColorSchemeManager({ key: 'quatrain.colour-scheme' })
