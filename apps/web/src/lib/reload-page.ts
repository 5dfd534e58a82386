/** Reloads the page: its memory is lost, browser storage is kept. */
export const reloadPage = (): void => window.location.reload()
