import { reloadOnce } from './reload-once.ts'

/**
 * Loads a part of the application that is not there from the start. Where its file is gone, because the console was
 * updated while the page was open, the page is loaded again and nothing more happens here; where that does not help
 * either, this throws an error with a sentence for people.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (cause) {
    if (await reloadOnce()) return new Promise(() => {})
    throw new Error('A part of the console could not be loaded.', { cause })
  }
}

/** Fetches a part before it is needed. A failure is dealt with by whoever needs it. */
export const preloadPart = (load: () => Promise<unknown>): void => void load().catch(() => {})
