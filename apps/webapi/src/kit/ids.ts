const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether this can be the id of an item; others need no query. */
export const isId = (text: string): boolean => id.test(text)
