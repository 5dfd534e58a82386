import { act } from '@testing-library/react'

/** Follows a link to another address without reloading the page. */
export const goTo = (path: string) =>
  act(async () => {
    // The router stores the index of the history entry.
    const { idx = 0 } = window.history.state ?? {}
    window.history.pushState({ usr: null, key: path, idx: idx + 1 }, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
