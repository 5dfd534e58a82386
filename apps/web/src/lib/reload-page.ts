/** Loads the page again: what it holds in memory is gone, what is stored in the browser stays. */
export const reloadPage = (): void => window.location.reload()
