import { localStorageColorSchemeManager } from '@mantine/core'

/** The storage key of the chosen color scheme; `before-paint.js` reads the same entry before the first paint. */
export const colourSchemeManager = localStorageColorSchemeManager({ key: 'quatrain.colour-scheme' })
