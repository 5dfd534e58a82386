const session = Date.now().toString(36)
let last = 0

/** An id for a new row, different from those of stored rows and of earlier page loads. */
export const newRowId = (): string => `${session}-${++last}`
