const session = Date.now().toString(36)
let last = 0

/** An id for a new row, unique within this page load, and other than those of stored rows and of earlier loads. */
export const newRowId = (): string => `${session}-${++last}`
