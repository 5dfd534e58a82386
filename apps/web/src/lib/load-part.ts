import { reloadOnce } from './reload-once.ts'

/**
 * Loads a chunk of the application. If its file is missing because the console was updated while the page was open, the
 * page is reloaded and the promise stays pending; if a reload does not help, this throws an error with a message for
 * users.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (cause) {
    if (await reloadOnce()) return new Promise(() => {})
    throw new Error('A part of the console could not be loaded.', { cause })
  }
}

/** Preloads a chunk. Its later user handles errors. */
export const preloadPart = (load: () => Promise<unknown>): void => void load().catch(() => {})
